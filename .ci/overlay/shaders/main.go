// Command shaders compiles Ebitengine's built-in shaders once, when the page's program is built, and writes
// what takes the place of its compiler: DIR/shaders.go for internal/graphics, DIR/glsl.go for
// internal/shaderir/glsl, DIR/builtin.go for internal/builtinshader. It stands in Ebitengine's module while
// it runs, since it asks what is internal there. See .ci/wasm-overlay.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hajimehoshi/ebiten/v2/internal/builtinshader"
	"github.com/hajimehoshi/ebiten/v2/internal/graphics"
	"github.com/hajimehoshi/ebiten/v2/internal/shaderir"
	"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl"
)

// shaders are those that the page's painter draws with, by what takes the place of their source.
var shaders = []struct{ name, source string }{
	{"nearest", string(builtinshader.ShaderSource(builtinshader.FilterNearest, builtinshader.AddressUnsafe, false))},
	{"linear", string(builtinshader.ShaderSource(builtinshader.FilterLinear, builtinshader.AddressUnsafe, false))},
	{"screen", string(builtinshader.ScreenShaderSource)},
	{"clear", string(builtinshader.ClearShaderSource)},
}

func main() {
	var programs, sources strings.Builder
	for _, s := range shaders {
		p, err := graphics.CompileShader([]byte(s.source))
		if err != nil {
			fmt.Fprintf(os.Stderr, "shaders: %s: %v\n", s.name, err)
			os.Exit(1)
		}
		fmt.Fprintf(&programs, "%q: {UniformNames: %#v, Uniforms: %#v, TextureCount: %d, Attributes: %#v, Varyings: %#v, Unit: %d, SourceHash: %#v, VertexFunc: shaderir.VertexFunc{Block: uses(%s)}, FragmentFunc: shaderir.FragmentFunc{Block: uses(%s)}},\n",
			s.name, p.UniformNames, p.Uniforms, p.TextureCount, p.Attributes, p.Varyings, p.Unit, p.SourceHash,
			used(p, p.VertexFunc.Block), used(p, p.FragmentFunc.Block))
		vertex, fragment := glsl.Compile(p, glsl.GLSLVersionES300)
		fmt.Fprintf(&sources, "%#v: {%q, %q},\n", p.SourceHash, vertex, fragment)
	}
	write("shaders.go", `package graphics

import (
	"fmt"

	"github.com/hajimehoshi/ebiten/v2/internal/shaderir"
)

// CompileShader finds a shader that was compiled before, by its name.
func CompileShader(name []byte) (*shaderir.Program, error) {
	if p := programs[string(name)]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("graphics: the shader %q is not in this build: add it in .ci/overlay/shaders", name)
}

// uses is a block that names the uniform variables that one had: nothing else is asked of it.
func uses(uniforms ...int) *shaderir.Block {
	var s shaderir.Stmt
	for _, n := range uniforms {
		s.Exprs = append(s.Exprs, shaderir.Expr{Type: shaderir.UniformVariable, Index: n})
	}
	return &shaderir.Block{Stmts: []shaderir.Stmt{s}}
}

var programs = map[string]*shaderir.Program{
`+programs.String()+"}\n")
	write("glsl.go", `package glsl

import "github.com/hajimehoshi/ebiten/v2/internal/shaderir"

type GLSLVersion int

const (
	GLSLVersionDefault GLSLVersion = iota
	GLSLVersionES300
)

// Compile finds what was compiled before; WebGL 2 wants ES 3.00.
func Compile(p *shaderir.Program, _ GLSLVersion) (vertexShader, fragmentShader string) {
	s := sources[p.SourceHash]
	return s[0], s[1]
}

var sources = map[shaderir.SourceHash][2]string{
`+sources.String()+"}\n")
	write("builtin.go", `package builtinshader

type Filter int

const (
	FilterNearest Filter = iota
	FilterLinear
)

const FilterCount = 2

type Address int

const (
	AddressUnsafe Address = iota
	AddressClampToZero
	AddressRepeat
)

const AddressCount = 3

const (
	UniformColorMBody        = "ColorMBody"
	UniformColorMTranslation = "ColorMTranslation"
)

// The sources are names of what was compiled before.
var (
	ScreenShaderSource = []byte("screen")
	ClearShaderSource  = []byte("clear")
)

func ShaderSource(filter Filter, address Address, useColorM bool) []byte {
	switch {
	case address != AddressUnsafe || useColorM:
		return []byte("another address, or a colour matrix")
	case filter == FilterLinear:
		return []byte("linear")
	}
	return []byte("nearest")
}
`)
}

// used are the uniform variables that a block reaches, as arguments.
func used(p *shaderir.Program, block *shaderir.Block) string {
	// A program with these uniforms alone keeps of each whether it is reached.
	only := &shaderir.Program{Uniforms: p.Uniforms, Funcs: p.Funcs}
	only.VertexFunc.Block, only.FragmentFunc.Block = block, &shaderir.Block{}
	size := 0
	for _, u := range p.Uniforms {
		size += u.Uint32Count()
	}
	kept := make([]uint32, size)
	for i := range kept {
		kept[i] = 1
	}
	only.FilterUniformVariables(kept)
	var names []string
	at := 0
	for n, u := range p.Uniforms {
		if kept[at] == 1 {
			names = append(names, fmt.Sprint(n))
		}
		at += u.Uint32Count()
	}
	return strings.Join(names, ", ")
}

func write(name, text string) {
	if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(text), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, "shaders:", err)
		os.Exit(1)
	}
}
