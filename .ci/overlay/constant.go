// Package constant stands in for go/constant where the page's program is built: numbers of the size that a
// GPU has, which is what Ebitengine's shaders are made of. The real one counts without end, and brings
// math/big. See .ci/wasm-overlay.
package constant

import (
	"fmt"
	"go/token"
	"math"
	"strconv"
)

// Kind is what a Value is.
type Kind int

// The kinds, as go/constant has them.
const (
	Unknown Kind = iota
	Bool
	String
	Int
	Float
	Complex
)

// Value is a constant.
type Value interface {
	Kind() Kind
	String() string
	ExactString() string
}

type (
	unknownVal struct{}
	boolVal    bool
	stringVal  string
	intVal     int64
	floatVal   float64
)

func (unknownVal) Kind() Kind { return Unknown }
func (boolVal) Kind() Kind    { return Bool }
func (stringVal) Kind() Kind  { return String }
func (intVal) Kind() Kind     { return Int }
func (floatVal) Kind() Kind   { return Float }

func (unknownVal) String() string  { return "unknown" }
func (v boolVal) String() string   { return strconv.FormatBool(bool(v)) }
func (v stringVal) String() string { return strconv.Quote(string(v)) }
func (v intVal) String() string    { return strconv.FormatInt(int64(v), 10) }
func (v floatVal) String() string  { return strconv.FormatFloat(float64(v), 'g', 6, 64) }

func (v unknownVal) ExactString() string { return v.String() }
func (v boolVal) ExactString() string    { return v.String() }
func (v stringVal) ExactString() string  { return v.String() }
func (v intVal) ExactString() string     { return v.String() }
func (v floatVal) ExactString() string   { return strconv.FormatFloat(float64(v), 'g', -1, 64) }

// MakeBool, MakeInt64 and MakeFloat64 make values.
func MakeBool(b bool) Value       { return boolVal(b) }
func MakeInt64(x int64) Value     { return intVal(x) }
func MakeFloat64(x float64) Value { return floatVal(x) }

// MakeFromLiteral reads a literal of Go.
func MakeFromLiteral(lit string, tok token.Token, _ uint) Value {
	switch tok {
	case token.INT:
		if x, err := strconv.ParseInt(lit, 0, 64); err == nil {
			return intVal(x)
		}
	case token.FLOAT:
		if x, err := strconv.ParseFloat(lit, 64); err == nil {
			return floatVal(x)
		}
	case token.STRING:
		if s, err := strconv.Unquote(lit); err == nil {
			return stringVal(s)
		}
	}
	return unknownVal{}
}

// BoolVal is the value of a Bool.
func BoolVal(v Value) bool {
	b, _ := v.(boolVal)
	return bool(b)
}

// Int64Val is the value of an Int.
func Int64Val(v Value) (int64, bool) {
	x, ok := v.(intVal)
	return int64(x), ok
}

// Float64Val is the value of a number.
func Float64Val(v Value) (float64, bool) {
	switch v := v.(type) {
	case intVal:
		return float64(v), int64(float64(v)) == int64(v)
	case floatVal:
		return float64(v), true
	}
	return 0, false
}

// ToInt is v as an Int, Unknown where it is none.
func ToInt(v Value) Value {
	switch v := v.(type) {
	case intVal:
		return v
	case floatVal:
		if float64(v) == math.Trunc(float64(v)) && math.Abs(float64(v)) < 1<<62 {
			return intVal(v)
		}
	}
	return unknownVal{}
}

// ToFloat is v as a Float, Unknown where it is no number.
func ToFloat(v Value) Value {
	switch v := v.(type) {
	case intVal:
		return floatVal(v)
	case floatVal:
		return v
	}
	return unknownVal{}
}

// UnaryOp is op y.
func UnaryOp(op token.Token, y Value, _ uint) Value {
	switch y := y.(type) {
	case boolVal:
		if op == token.NOT {
			return !y
		}
	case intVal:
		switch op {
		case token.ADD:
			return y
		case token.SUB:
			return -y
		case token.XOR:
			return ^y
		}
	case floatVal:
		switch op {
		case token.ADD:
			return y
		case token.SUB:
			return -y
		}
	case unknownVal:
		return y
	}
	panic(fmt.Sprintf("constant: %s %s", op, y))
}

// Shift is x op s.
func Shift(x Value, op token.Token, s uint) Value {
	if x, ok := x.(intVal); ok {
		switch op {
		case token.SHL:
			return x << s
		case token.SHR:
			return x >> s
		}
	}
	return unknownVal{}
}

// matched makes both sides numbers of one kind.
func matched(x, y Value) (Value, Value) {
	switch {
	case x.Kind() == Float && y.Kind() == Int:
		return x, ToFloat(y)
	case x.Kind() == Int && y.Kind() == Float:
		return ToFloat(x), y
	}
	return x, y
}

// BinaryOp is x op y. Of two Ints QUO_ASSIGN divides whole, QUO exactly.
func BinaryOp(x Value, op token.Token, y Value) Value {
	x, y = matched(x, y)
	switch x := x.(type) {
	case boolVal:
		if y, ok := y.(boolVal); ok && op == token.LAND {
			return x && y
		} else if ok && op == token.LOR {
			return x || y
		}
	case intVal:
		y, ok := y.(intVal)
		if !ok {
			break
		}
		switch op {
		case token.ADD:
			return x + y
		case token.SUB:
			return x - y
		case token.MUL:
			return x * y
		case token.QUO:
			if x%y == 0 {
				return x / y
			}
			return floatVal(float64(x) / float64(y))
		case token.QUO_ASSIGN:
			return x / y
		case token.REM:
			return x % y
		case token.AND:
			return x & y
		case token.OR:
			return x | y
		case token.XOR:
			return x ^ y
		case token.AND_NOT:
			return x &^ y
		}
	case floatVal:
		y, ok := y.(floatVal)
		if !ok {
			break
		}
		switch op {
		case token.ADD:
			return x + y
		case token.SUB:
			return x - y
		case token.MUL:
			return x * y
		case token.QUO:
			return x / y
		}
	}
	if x.Kind() == Unknown || y.Kind() == Unknown {
		return unknownVal{}
	}
	panic(fmt.Sprintf("constant: %s %s %s", x, op, y))
}

// Compare is x op y.
func Compare(x Value, op token.Token, y Value) bool {
	x, y = matched(x, y)
	less, equal := false, x == y
	switch x := x.(type) {
	case intVal:
		y, _ := y.(intVal)
		less = x < y
	case floatVal:
		y, _ := y.(floatVal)
		less = x < y
	}
	switch op {
	case token.EQL:
		return equal
	case token.NEQ:
		return !equal
	case token.LSS:
		return less
	case token.LEQ:
		return less || equal
	case token.GTR:
		return !less && !equal
	case token.GEQ:
		return !less
	}
	panic(fmt.Sprintf("constant: %s %s %s", x, op, y))
}
