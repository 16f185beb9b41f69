package machine

import "github.com/informerscope/informerscope/core/trace"

// IndexFunc returns the values under which an object stands in an index.
type IndexFunc[O any] func(O) ([]string, error)

// Index is a store of objects by key with named indices.
type Index[O any] struct{}

// NewIndex returns an empty store. tap's part is of kind "store".
func NewIndex[O any](tap trace.Tap, m Meta[O]) *Index[O]              { panic("soon") }
func (x *Index[O]) AddIndex(name string, f IndexFunc[O]) error        { panic("soon") }
func (x *Index[O]) Indices() []string                                 { panic("soon") }
func (x *Index[O]) Values(o O) ([][]string, error)                    { panic("soon") }
func (x *Index[O]) Put(key string, o O) (old O, had bool, err error)  { panic("soon") }
func (x *Index[O]) PutValues(key string, o O, v [][]string) (O, bool) { panic("soon") }
func (x *Index[O]) Delete(key string) (O, bool)                       { panic("soon") }
func (x *Index[O]) Replace(keys []string, list []O, rv string) error  { panic("soon") }
func (x *Index[O]) Get(key string) (O, bool)                          { panic("soon") }
func (x *Index[O]) Keys() []string                                    { panic("soon") }
func (x *Index[O]) List() []O                                         { panic("soon") }
func (x *Index[O]) Len() int                                          { panic("soon") }
func (x *Index[O]) SetRV(rv string)                                   { panic("soon") }
func (x *Index[O]) RV() string                                        { panic("soon") }
func (x *Index[O]) ByIndex(name, value string) ([]O, error)           { panic("soon") }
func (x *Index[O]) IndexKeys(name, value string) ([]string, error)    { panic("soon") }
func (x *Index[O]) IndexValues(name string) []string                  { panic("soon") }

// Listener is the mailbox of one handler.
type Listener[O any] struct{}

// NewListener returns an empty mailbox; initial adds of its snapshot are outstanding.
// tap's part is of kind "listener".
func NewListener[O any](tap trace.Tap, m Meta[O], initial int) *Listener[O] { panic("soon") }
func (l *Listener[O]) Push(n Note[O]) (wake bool)                           { panic("soon") }
func (l *Listener[O]) Take() (Note[O], bool)                                { panic("soon") }
func (l *Listener[O]) Finish(panicked bool) (synced bool, pause Dur)        { panic("soon") }
func (l *Listener[O]) Upstream() (synced bool)                              { panic("soon") }
func (l *Listener[O]) Synced() bool                                         { panic("soon") }
func (l *Listener[O]) Busy() bool                                           { panic("soon") }
func (l *Listener[O]) Pending() int                                         { panic("soon") }
func (l *Listener[O]) Len() int                                             { panic("soon") }
func (l *Listener[O]) Close()                                               { panic("soon") }
func (l *Listener[O]) Closed() bool                                         { panic("soon") }

// Informer turns deltas into store changes and notifications.
type Informer[O any] struct{}

// DefaultResync as the period of a handler takes the informer's own.
const DefaultResync Dur = -1 << 63

// NewInformer returns an informer over store; resync is its default resync period.
func NewInformer[O any](m Meta[O], store *Index[O], resync Dur) *Informer[O] { panic("soon") }

// Start fixes the resync check period and returns it: the reflector's Resync.
func (i *Informer[O]) Start() Dur                                    { panic("soon") }
func (i *Informer[O]) Begin(b Batch[O])                              { panic("soon") }
func (i *Informer[O]) Next() (notes []Note[O], more bool, err error) { panic("soon") }
func (i *Informer[O]) Busy() bool                                    { panic("soon") }
func (i *Informer[O]) Targets(n *Note[O]) []HandlerID                { panic("soon") }
func (i *Informer[O]) AddHandler(now Time, resync Dur) (id HandlerID, snapshot []Note[O], synced bool) {
	panic("soon")
}
func (i *Informer[O]) RemoveHandler(id HandlerID) bool   { panic("soon") }
func (i *Informer[O]) Handlers() []HandlerID             { panic("soon") }
func (i *Informer[O]) MarkSynced()                       { panic("soon") }
func (i *Informer[O]) Synced() bool                      { panic("soon") }
func (i *Informer[O]) ResyncTick(now Time) (resync bool) { panic("soon") }
func (i *Informer[O]) Period(id HandlerID) Dur           { panic("soon") }

// Reflector lists and watches. Step is its only transition.
type Reflector[O any] struct{}

// NewReflector returns an idle reflector.
func NewReflector[O any](c ReflectorConfig[O]) *Reflector[O] { panic("soon") }

// Step takes one input and answers what to do; the slice is valid until the next Step.
func (r *Reflector[O]) Step(now Time, in In[O]) []Out[O] { panic("soon") }
func (r *Reflector[O]) State() ReflState                 { panic("soon") }
func (r *Reflector[O]) RV() string                       { panic("soon") }
