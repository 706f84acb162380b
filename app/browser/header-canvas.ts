/** The ridge in the header moves: 30 frames a second; still with reduced motion, stopped while hidden or out of view. */
import { drawRidge, type Scene } from "./header-canvas-drawing.ts";

const FRAME_MS = 33;

/** Draws on `canvas` from now on, and redraws when its size, visibility or the motion preference changes. */
export function animateRidge(canvas: HTMLCanvasElement): void {
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  const hour = new Date().getHours();
  const scene: Scene = { ctx, width: 0, height: 0, time: 4, breath: 0, night: hour >= 20 || hour < 6 };
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let visible = true;
  let running = false;
  let lastFrame = 0;

  function loop(now: number) {
    running = visible && !document.hidden && !calm.matches;
    if (!running) return;
    const elapsed = now - lastFrame;
    if (elapsed > FRAME_MS) {
      scene.time += Math.min(0.1, elapsed / 1000) * (1 + scene.breath);
      scene.breath *= 0.97;
      lastFrame = now;
      drawRidge(scene);
    }
    requestAnimationFrame(loop);
  }

  function start() {
    if (running) return;
    running = true;
    lastFrame = performance.now();
    requestAnimationFrame(loop);
  }

  new ResizeObserver(() => fitToScreen(canvas, scene)).observe(canvas);
  new IntersectionObserver(([entry]) => {
    visible = entry?.isIntersecting ?? true;
    start();
  }).observe(canvas);
  document.addEventListener("visibilitychange", start);
  calm.addEventListener("change", start);
  canvas.addEventListener("pointermove", () => {
    scene.breath = Math.min(6, scene.breath + 0.6);
  });
}

/** Draws as finely as the screen shows it, up to twice. */
function fitToScreen(canvas: HTMLCanvasElement, scene: Scene): void {
  const { width, height } = canvas.getBoundingClientRect();
  const density = Math.min(devicePixelRatio || 1, 2);
  Object.assign(scene, { width, height });
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  scene.ctx.setTransform(density, 0, 0, density, 0, 0);
  drawRidge(scene);
}
