package cache

// ResourceEventHandler is told what happens to objects, one call at a time. Objects belong to
// the store: a handler must not change them.
type ResourceEventHandler interface {
	// OnAdd: obj is there. isInInitialList says that it was there when the informer, or this
	// handler, started.
	OnAdd(obj interface{}, isInInitialList bool)
	// OnUpdate: oldObj has become newObj. Both are the same in a resync; and they may be two
	// objects of one name, when a deletion was missed.
	OnUpdate(oldObj, newObj interface{})
	// OnDelete: obj, its last state, is gone. It is a DeletedFinalStateUnknown when the
	// deletion was missed.
	OnDelete(obj interface{})
}

// ResourceEventHandlerFuncs is a handler of functions, each of which may be nil.
type ResourceEventHandlerFuncs struct {
	AddFunc    func(obj interface{})
	UpdateFunc func(oldObj, newObj interface{})
	DeleteFunc func(obj interface{})
}

// OnAdd calls AddFunc if there is one.
func (r ResourceEventHandlerFuncs) OnAdd(obj interface{}, isInInitialList bool) {
	if r.AddFunc != nil {
		r.AddFunc(obj)
	}
}

// OnUpdate calls UpdateFunc if there is one.
func (r ResourceEventHandlerFuncs) OnUpdate(oldObj, newObj interface{}) {
	if r.UpdateFunc != nil {
		r.UpdateFunc(oldObj, newObj)
	}
}

// OnDelete calls DeleteFunc if there is one.
func (r ResourceEventHandlerFuncs) OnDelete(obj interface{}) {
	if r.DeleteFunc != nil {
		r.DeleteFunc(obj)
	}
}

// ResourceEventHandlerDetailedFuncs is ResourceEventHandlerFuncs whose AddFunc is told whether
// the object is in the initial list.
type ResourceEventHandlerDetailedFuncs struct {
	AddFunc    func(obj interface{}, isInInitialList bool)
	UpdateFunc func(oldObj, newObj interface{})
	DeleteFunc func(obj interface{})
}

// OnAdd calls AddFunc if there is one.
func (r ResourceEventHandlerDetailedFuncs) OnAdd(obj interface{}, isInInitialList bool) {
	if r.AddFunc != nil {
		r.AddFunc(obj, isInInitialList)
	}
}

// OnUpdate calls UpdateFunc if there is one.
func (r ResourceEventHandlerDetailedFuncs) OnUpdate(oldObj, newObj interface{}) {
	if r.UpdateFunc != nil {
		r.UpdateFunc(oldObj, newObj)
	}
}

// OnDelete calls DeleteFunc if there is one.
func (r ResourceEventHandlerDetailedFuncs) OnDelete(obj interface{}) {
	if r.DeleteFunc != nil {
		r.DeleteFunc(obj)
	}
}

// FilteringResourceEventHandler passes on what FilterFunc lets through. An object that begins
// to pass is added, one that ceases to is deleted.
type FilteringResourceEventHandler struct {
	FilterFunc func(obj interface{}) bool
	Handler    ResourceEventHandler
}

// OnAdd passes obj on if it passes.
func (r FilteringResourceEventHandler) OnAdd(obj interface{}, isInInitialList bool) {
	if r.FilterFunc(obj) {
		r.Handler.OnAdd(obj, isInInitialList)
	}
}

// OnUpdate is an update, an add or a deletion, as the objects pass.
func (r FilteringResourceEventHandler) OnUpdate(oldObj, newObj interface{}) {
	switch newer, older := r.FilterFunc(newObj), r.FilterFunc(oldObj); {
	case newer && older:
		r.Handler.OnUpdate(oldObj, newObj)
	case newer:
		r.Handler.OnAdd(newObj, false)
	case older:
		r.Handler.OnDelete(oldObj)
	}
}

// OnDelete passes obj on if it passes; FilterFunc may get a DeletedFinalStateUnknown.
func (r FilteringResourceEventHandler) OnDelete(obj interface{}) {
	if r.FilterFunc(obj) {
		r.Handler.OnDelete(obj)
	}
}
