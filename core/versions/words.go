package versions

import "github.com/informerscope/informerscope/scenarios"

// said are the words of the report, by language.
var said = map[string]map[string]string{
	"en": {
		"title": "Every client-go",
		"lead": "Each lesson was run on client-go itself, on each version below. A program that links that client-go and nothing of ours plays it under virtual time. What can be seen of it is compared with our machines, on the engine that claims the version. " +
			"Where a lesson begins with a streaming list, older versions were told to stream.\n\n`make versions` runs all of it again and writes this page; a scenario of your own runs on any of them with `informerscope check --client-go %s mine.iq`.",
		"versions": "What each version does by itself",
		"heads":    "client-go | engine | informers run on | first list | lessons as on ours | values compared | of %d random scripts",
		"stream":   "streamed", "list": "LIST",
		"same": "all as on ours, %d values", "differ": "differ",
		"lessons": "Lesson by lesson",
		"lesson":  "lesson",
		"key":     "✓ as on the engine that claims the version, ✗ differs, – not run on client-go.",
		"differs": "What differs, and why",
		"none":    "Nothing.",
		"unknown": "Nobody has found out why yet.",
		"and":     " and ",
	},
	"zh": {
		"title": "每一个 client-go",
		"lead": "每一课都在下面每个版本的 client-go 上实际运行过。演它的程序只链接那个版本的 client-go，不含我们的代码，时间是虚拟的。" +
			"能看到的一切都与我们的实现比较，用的是声称对应该版本的引擎。以流式列表开头的课，在旧版本上打开了流式列表。\n\n" +
			"`make versions` 全部重跑一遍，并写出这一页。你自己的场景也能在任何一个版本上运行：`informerscope check --client-go %s mine.iq`。",
		"versions": "每个版本默认怎么做",
		"heads":    "client-go | 引擎 | informer 使用 | 第一次列表 | 与我们相同的课 | 比较的值 | %d 个随机脚本",
		"stream":   "流式", "list": "LIST",
		"same": "全部相同，%d 个值", "differ": "不同",
		"lessons": "逐课结果",
		"lesson":  "课",
		"key":     "✓ 与声称对应该版本的引擎相同，✗ 不同，– 没有在 client-go 上运行。",
		"differs": "哪里不同，为什么",
		"none":    "没有。",
		"unknown": "原因还不清楚。",
		"and":     "、",
	},
}

// A reason is why a client-go does otherwise than the engine that claims it: no engine of ours does what
// no client-go that is still looked after does.
type reason struct {
	lessons []string
	until   int // the last minor version, of those that were tried, that does so
	why     map[string]string
}

var reasons = []reason{
	{[]string{"watch-again"}, 27, map[string]string{
		"en": "A reflector counts its pauses apart, those before a WATCH and those before a LIST. So the LIST after failed WATCHes comes after the shortest pause again.",
		"zh": "reflector 有两套 backoff：WATCH 之前一套，LIST 之前一套。所以 WATCH 失败几次之后，LIST 又从最短的等待开始。",
	}},
	{[]string{"late-index"}, 27, map[string]string{
		"en": "A running informer takes no index: `AddIndexers` says that it has already started.",
		"zh": "运行中的 informer 不接受新索引：`AddIndexers` 返回“已经启动”的错误。",
	}},
	{[]string{"transform-drops", "transform-fails"}, 30, map[string]string{
		"en": "What a list has found missing goes through the transform as well, as a `DeletedFinalStateUnknown`. The transform of these lessons, as most are written, expects a pod: it panics.",
		"zh": "relist 发现缺少的对象，也以 `DeletedFinalStateUnknown` 的形式经过 transform。这两课的 transform 和大多数人写的一样，只认得 Pod，于是 panic。",
	}},
}

// why is the reason of a lesson on a version, "" where none is known.
func why(lang, lesson string, v Version) string {
	for _, r := range reasons {
		for _, id := range r.lessons {
			if id == lesson && v.Minor() <= r.until {
				if text := r.why[lang]; text != "" {
					return text
				}
				return r.why[scenarios.Languages[0]]
			}
		}
	}
	return ""
}

// Otherwise says on which of the versions that were tried, such as 0.27, client-go does otherwise than a
// lesson, and why; nil and "" where it does so on none.
func Otherwise(lang string, l *scenarios.Lesson) (on []string, because string) {
	for i, mark := range l.Marks() {
		if mark == scenarios.Differs && i < len(All) {
			if on = append(on, All[i].Short()); because == "" {
				because = why(lang, l.ID, All[i])
			}
		}
	}
	return on, because
}
