package sim

import (
	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/trace"
)

// endMarks are the ways in which a streaming list can end.
const endMarks = "sent (a bookmark that says so), plain (one that does not) or none"

// tokens are what can become of a token that continues a list.
const tokens = "expires (410 when it is used), lost (the page comes without) or good"

// The verbs of what happens at the API server.
var serverVerbs = []verb{
	{
		name: "create", form: formObject, server: true, help: "write a new object at the API server",
		named: "{object} is created",
		allow: func(w *World, c Command, bad badly) error {
			if _, err := w.inf.server.Get(resource, c.Object().Key()); c.Name != "" && err == nil {
				return bad("%s exists already: update it, or delete it first", c.Object().Key())
			}
			return w.allowsWrite(c, bad)
		},
		serve: written(func(s *cluster.Cluster, c Command) error {
			_, err := s.Create(resource, *c.Object())
			return err
		}),
		buttons: []Button{{Group: AtServer, Act: "create", Message: "play.create", When: Missing}},
	},
	{
		name: "update", form: formObject.asking("object", "rv", "node"), server: true, help: "change an object", allow: changes,
		named: "{object} is changed",
		serve: written(func(s *cluster.Cluster, c Command) error {
			old, gone := s.Get(resource, c.Object().Key())
			if gone != nil {
				return gone
			}
			o := *old
			if c.Node != "" {
				o.Node = c.Node
			}
			if c.Body != "" {
				o.Body = c.Body
			}
			_, err := s.Update(resource, o)
			return err
		}),
		buttons: []Button{{Group: AtServer, Act: "update", Message: "play.update", When: Exists}},
	},
	{
		name: "delete", form: formObject.asking("object", "rv"), server: true, help: "delete an object", allow: changes,
		named: "{object} is deleted",
		serve: written(func(s *cluster.Cluster, c Command) error {
			_, err := s.Delete(resource, c.Object().Key())
			return err
		}),
		buttons: []Button{{Group: AtServer, Act: "delete", Message: "play.delete", When: Exists}},
	},
	{
		name: "rv", form: formNewRV, server: true, help: "other writes bring the server to this resourceVersion", allow: isVersion,
		serve: func(s *cluster.Cluster, c Command, _ bool) error { return s.Skip(trace.Number(c.RV)) },
	},
	{
		name: "bookmark", at: AtWatch, form: formRV, server: true, help: "send a bookmark to the watch", allow: isVersion,
		named:   "a bookmark comes",
		serve:   func(s *cluster.Cluster, _ Command, _ bool) error { s.Bookmark(resource); return nil },
		buttons: []Button{{Group: AtServer, Act: "bookmark", Label: "BOOKMARK"}},
	},
	{
		name: "compact", form: formRV, server: true, help: "forget the history up to a resourceVersion", allow: isVersion,
		serve: func(s *cluster.Cluster, c Command, _ bool) error {
			if c.RV == "" {
				c.RV = s.RV()
			}
			s.Compact(trace.Number(c.RV))
			return nil
		},
	},
	{
		name: "close", at: AtWatch, form: formNone, server: true, help: "end the watch",
		named:   "the watch ends",
		serve:   func(s *cluster.Cluster, _ Command, _ bool) error { s.CloseWatches(cluster.Fault{}); return nil },
		buttons: []Button{{Group: AtServer, Act: "close", Message: "play.close"}},
	},
	{
		name: "error", at: AtWatch, form: formStatus("error(410)"), server: true, help: "fail the open watch, or else the next request, with a status",
		serve:   func(s *cluster.Cluster, c Command, watching bool) error { fail(s, c.Code, watching); return nil },
		buttons: []Button{{Group: AtServer, Act: "gone", Label: "410 Gone", Command: Command{Code: cluster.CodeExpired}}},
	},
	{
		name: "refuse", at: AtWatch, form: formStatus("refuse error(410)"), server: true, help: "answer the next LIST or WATCH with a status; an open watch goes on",
		serve: func(s *cluster.Cluster, c Command, _ bool) error {
			s.Fail("", 1, cluster.FaultOf(c.Code))
			return nil
		},
	},
	choose("end-mark", "what ends the list of the streams that come: sent, plain or none", endMarks, Field{Name: "mark", Of: []string{"sent", "plain", "none"}, Usual: "none", Must: true},
		cluster.EndMarkOf, (*cluster.Cluster).MarkEnds),
	choose("token", "what becomes of the next token that continues a list: expires or lost", tokens, Field{Name: "token", Of: []string{"expires", "lost", "good"}, Usual: "expires", Must: true},
		cluster.TokensOf, (*cluster.Cluster).NextToken),
	{
		name: "partition", at: AtWatch, form: formNone, server: true, help: "cut the connection: nothing arrives",
		named:   "the connection breaks",
		serve:   func(s *cluster.Cluster, _ Command, _ bool) error { s.Partition(); return nil },
		buttons: []Button{{Group: AtServer, Act: "partition", Message: "play.partition"}},
	},
	{
		name: "heal", at: AtWatch, form: formStatus(""), server: true, help: "reconnect; error(410): the history of the watch is gone",
		named: "the connection is back",
		serve: func(s *cluster.Cluster, c Command, watching bool) error {
			if s.Heal(); c.Code != 0 {
				fail(s, c.Code, watching)
			}
			return nil
		},
		buttons: []Button{{Group: AtServer, Act: "heal", Message: "play.heal"}},
	},
	{
		name: "latency", at: AtWatch, form: formAfter, server: true, help: "how long an answer of the API server takes",
		do: func(w *World, c Command) error { w.inf.latency = c.After; return nil },
	},
}

// choose is a verb of the API server that chooses one of a few; what says which, and of reads its
// name.
func choose[T any](name, help, what string, field Field, of func(name string) (T, bool), do func(*cluster.Cluster, T)) verb {
	return verb{
		name: name, at: AtWatch, form: formText(what, field), server: true, help: help,
		allow: func(_ *World, c Command, bad badly) error {
			if _, ok := of(c.Text); !ok {
				return bad("want %s", what)
			}
			return nil
		},
		serve: func(s *cluster.Cluster, c Command, _ bool) error {
			chosen, _ := of(c.Text)
			do(s, chosen)
			return nil
		},
	}
}

// written is a write, at the resourceVersion that the command says.
func written(write func(s *cluster.Cluster, c Command) error) func(*cluster.Cluster, Command, bool) error {
	return func(s *cluster.Cluster, c Command, _ bool) error {
		if c.RV != "" {
			if err := s.SetRV(trace.Number(c.RV)); err != nil {
				return err
			}
		}
		return write(s, c)
	}
}

// fail ends the open watch with a status, or else fails the next request. A 410 has its reason: what
// was kept of the history is gone.
func fail(s *cluster.Cluster, code int, watching bool) {
	if code == cluster.CodeExpired {
		s.Compact(trace.Number(s.RV()))
	}
	if fault := cluster.FaultOf(code); watching {
		s.CloseWatches(fault)
	} else {
		s.Fail("", 1, fault)
	}
}

// changes is for an object that has to be there.
func changes(w *World, c Command, bad badly) error {
	if _, err := w.inf.server.Get(resource, c.Object().Key()); c.Name != "" && err != nil {
		return bad("%s does not exist at the API server: create it first", c.Object().Key())
	}
	return w.allowsWrite(c, bad)
}

// allowsWrite sees to name and resourceVersion of a write.
func (w *World) allowsWrite(c Command, bad badly) error {
	switch {
	case c.Name == "":
		return bad("want a name")
	case c.RV != "" && trace.Number(c.RV) == 0:
		return bad("%q is not a resourceVersion: want a number", c.RV)
	case c.RV != "" && trace.Number(c.RV) <= trace.Number(w.inf.server.RV()):
		return bad("rv %s is not ahead of the server's %s: want a greater one, or none", c.RV, w.inf.server.RV())
	}
	return nil
}

func isVersion(_ *World, c Command, bad badly) error {
	if c.RV != "" && trace.Number(c.RV) == 0 {
		return bad("%q is not a resourceVersion: want a number, as in %s 12", c.RV, c.Verb)
	}
	return nil
}
