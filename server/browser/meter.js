// What a page asks of the browser, counted from outside, so that what is tested is what is
// shipped. It stands before any script of the page, in its frames as well.
(() => {
  "use strict";
  const m = (window.meter = {
    frames: 0,    // animation frames that ran
    timers: 0,    // timeouts and intervals that ran
    pending: 0,   // animation frames that were asked for and have not run
    draws: 0,     // pictures that WebGL brought to the screen
    triangles: 0, // of the last picture
    drawCalls: 0, // of the last picture
    frameMs: [],  // script of each animation frame that painted
  });
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (f) => {
    m.pending++;
    return ask.call(window, (now) => {
      const start = performance.now(), draws = m.draws;
      m.pending--;
      m.frames++;
      f(now);
      if (m.draws !== draws) m.frameMs.push(performance.now() - start);
    });
  };
  for (const name of ["setTimeout", "setInterval"]) {
    const real = window[name];
    window[name] = (f, ...rest) => real.call(window, (...args) => { m.timers++; f(...args); }, ...rest);
  }
  const gl = window.WebGL2RenderingContext?.prototype;
  if (!gl) return;
  const { bindFramebuffer, drawElements } = gl;
  let screen = true, triangles = 0, calls = 0;
  gl.bindFramebuffer = function (target, buffer) {
    screen = !buffer;
    return bindFramebuffer.call(this, target, buffer);
  };
  gl.drawElements = function (mode, count, ...rest) {
    if (!screen) { // a picture is drawn aside, and then brought to the screen
      triangles += count / 3;
      calls++;
    } else if (calls > 0) {
      [m.triangles, m.drawCalls] = [triangles, calls];
      triangles = calls = 0;
      m.draws++;
    }
    return drawElements.call(this, mode, count, ...rest);
  };
})();
