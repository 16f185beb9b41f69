package cache

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// KeyFunc returns the key of an object, the same for every version of it.
type KeyFunc func(obj interface{}) (string, error)

// KeyError says that an object has no key. Stores and queues return it.
type KeyError struct {
	Obj interface{}
	Err error
}

// Error names the object and what the key function said.
func (k KeyError) Error() string {
	return fmt.Sprintf("couldn't create key for object %+v: %v", k.Obj, k.Err)
}

// Unwrap returns the key function's error.
func (k KeyError) Unwrap() error { return k.Err }

// ExplicitKey stands for an object of which only the key is at hand; MetaNamespaceKeyFunc
// returns it as it is.
type ExplicitKey string

// MetaNamespaceKeyFunc returns "namespace/name", or "name" without a namespace. It fails for
// an object without metadata, a DeletedFinalStateUnknown included.
func MetaNamespaceKeyFunc(obj interface{}) (string, error) {
	if key, ok := obj.(ExplicitKey); ok {
		return string(key), nil
	}
	name, err := ObjectToName(obj)
	if err != nil {
		return "", err
	}
	return name.String(), nil
}

// DeletionHandlingMetaNamespaceKeyFunc is MetaNamespaceKeyFunc that also knows the key of a
// DeletedFinalStateUnknown.
func DeletionHandlingMetaNamespaceKeyFunc(obj interface{}) (string, error) {
	if d, ok := obj.(DeletedFinalStateUnknown); ok {
		return d.Key, nil
	}
	return MetaNamespaceKeyFunc(obj)
}

// SplitMetaNamespaceKey takes apart what MetaNamespaceKeyFunc made. It fails when key has
// more than one slash.
func SplitMetaNamespaceKey(key string) (namespace, name string, err error) {
	parts := strings.Split(key, "/")
	switch len(parts) {
	case 1:
		return "", parts[0], nil
	case 2:
		return parts[0], parts[1], nil
	}
	return "", "", fmt.Errorf("unexpected key format: %q", key)
}

// ObjectName is a key as a value: comparable, and not to be parsed again.
type ObjectName struct {
	Namespace string
	Name      string
}

// NewObjectName returns the name of namespace and name.
func NewObjectName(namespace, name string) ObjectName {
	return ObjectName{Namespace: namespace, Name: name}
}

// Parts returns both parts.
func (objName ObjectName) Parts() (namespace, name string) {
	return objName.Namespace, objName.Name
}

// String is the key as MetaNamespaceKeyFunc writes it.
func (objName ObjectName) String() string {
	if objName.Namespace == "" {
		return objName.Name
	}
	return objName.Namespace + "/" + objName.Name
}

// AsNamespacedName returns the same as another type.
func (objName ObjectName) AsNamespacedName() types.NamespacedName {
	return types.NamespacedName{Namespace: objName.Namespace, Name: objName.Name}
}

// NamespacedNameAsObjectName is the way back from AsNamespacedName.
func NamespacedNameAsObjectName(nn types.NamespacedName) ObjectName {
	return NewObjectName(nn.Namespace, nn.Name)
}

// ParseObjectName reads what String wrote. It fails as SplitMetaNamespaceKey does.
func ParseObjectName(str string) (ObjectName, error) {
	namespace, name, err := SplitMetaNamespaceKey(str)
	return NewObjectName(namespace, name), err
}

// MetaObjectToName returns the name of obj.
func MetaObjectToName(obj metav1.Object) ObjectName {
	return NewObjectName(obj.GetNamespace(), obj.GetName())
}

// ObjectToName returns the name of obj. It fails when obj has no metadata.
func ObjectToName(obj interface{}) (ObjectName, error) {
	m, err := meta.Accessor(obj)
	if err != nil {
		return ObjectName{}, fmt.Errorf("object has no meta: %v", err)
	}
	return MetaObjectToName(m), nil
}

// DeletionHandlingObjectToName is ObjectToName that also knows the name of a
// DeletedFinalStateUnknown.
func DeletionHandlingObjectToName(obj interface{}) (ObjectName, error) {
	if d, ok := obj.(DeletedFinalStateUnknown); ok {
		return ParseObjectName(d.Key)
	}
	return ObjectToName(obj)
}
