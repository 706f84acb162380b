/** Draws the header: mountains with hopping stars, confetti by day, a starry sky by night. */

const INK = "#17182b";
const INKS = ["#c9341f", "#f3b233", "#2b6ca3", "#b3c65b", "#f2a98f"] as const;

type Outline = readonly (readonly [x: number, y: number])[];

/** Outlines of the mountain and the vineyards, as fractions of the width and height. */
const FAR: Outline = [
  [0, 1],
  [0.08, 0.82],
  [0.15, 0.88],
  [0.27, 0.5],
  [0.33, 0.6],
  [0.43, 0.72],
  [0.56, 0.24],
  [0.62, 0.4],
  [0.73, 0.64],
  [0.83, 0.46],
  [0.92, 0.8],
  [1, 1],
];
const NEAR: Outline = [
  [0, 1],
  [0.2, 0.9],
  [0.42, 0.78],
  [0.66, 0.86],
  [0.86, 0.8],
  [1, 1],
];

/** Positions of the summit, the flank and the foot of each shaded side, as fractions of the width. */
const SHADES = [
  [0.56, 0.73, 0.72],
  [0.27, 0.4, 0.4],
  [0.83, 0.92, 0.95],
] as const;

const BITS = Array.from({ length: 22 }, (_, i) => ({
  x: (i * 0.618) % 1,
  y: (i * 0.7549 + 0.1) % 1,
  speed: 0.5 + ((i * 7) % 5) / 6,
  ink: INKS[i % INKS.length] as string,
  phase: i,
}));

export type HeaderScene = {
  readonly ctx: CanvasRenderingContext2D;
  /** Size of the canvas in CSS pixels. */
  width: number;
  height: number;
  /** Time of the animation in seconds. */
  time: number;
  /** Strength of the wind, from 0 to 6. Moving the pointer over the canvas raises the wind. */
  breath: number;
  readonly night: boolean;
};

export function drawHeaderScene(scene: HeaderScene): void {
  const { ctx, width, height } = scene;
  if (width === 0) return;
  ctx.clearRect(0, 0, width, height);
  drawSky(scene);
  drawMass(scene, FAR, "#fffbf1");
  for (const shade of SHADES) drawShade(scene, shade);
  drawMass(scene, NEAR, "#4b7a37");
  drawStars(scene);
}

function drawSky(scene: HeaderScene): void {
  const { ctx, width, height, time, breath, night } = scene;
  for (const bit of BITS.slice(0, Math.round(BITS.length * Math.min(1, width / 320)))) {
    const x = ((bit.x + time * 0.004 * bit.speed + breath * 0.02) % 1) * width;
    const y = ((bit.y + time * (night ? 0 : 0.012) * bit.speed) % 1) * 0.8 * height;
    if (night) {
      ctx.fillStyle = "#b9781a";
      ctx.beginPath();
      ctx.arc(x, y, 1 + 0.6 * Math.sin(time * 0.8 + bit.phase), 0, 2 * Math.PI);
      ctx.fill();
    } else {
      ctx.fillStyle = bit.ink;
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate(bit.phase + time * 0.3 * bit.speed);
      ctx.scale(1, 0.4 + 0.6 * Math.abs(Math.sin(time * 0.5 + bit.phase)));
      ctx.fillRect(-3, -1.5, 6, 3);
      ctx.restore();
    }
  }
}

function trace({ ctx, width, height }: HeaderScene, outline: Outline): void {
  ctx.beginPath();
  for (const [x, y] of outline) ctx.lineTo(x * width, y * height);
}

function stroke({ ctx }: HeaderScene, lineWidth: number): void {
  ctx.strokeStyle = INK;
  ctx.lineWidth = lineWidth;
  ctx.lineJoin = "round";
  ctx.stroke();
}

function drawMass(scene: HeaderScene, outline: Outline, fill: string): void {
  const { ctx, width, height } = scene;
  trace(scene, outline);
  ctx.lineTo(width, height + 4);
  ctx.lineTo(0, height + 4);
  ctx.fillStyle = fill;
  ctx.fill();
  trace(scene, outline);
  stroke(scene, 2.5);
}

function heightAt(outline: Outline, x: number): number {
  for (let i = 1; i < outline.length; i++) {
    const [x0, y0] = outline[i - 1] as Outline[number];
    const [x1, y1] = outline[i] as Outline[number];
    if (x <= x1) return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  }
  return 1;
}

function drawShade({ ctx, width, height }: HeaderScene, [summit, flank, foot]: (typeof SHADES)[number]): void {
  ctx.beginPath();
  ctx.moveTo(summit * width, heightAt(FAR, summit) * height);
  ctx.lineTo(flank * width, heightAt(FAR, flank) * height);
  ctx.lineTo(foot * width, height);
  ctx.lineTo(summit * width + 3, height);
  ctx.fillStyle = "#a9d3e0";
  ctx.fill();
}

function drawStars(scene: HeaderScene): void {
  const { width, height, time } = scene;
  const count = Math.max(4, Math.min(13, Math.round(width / 26)));
  for (let i = 0; i < count; i++) {
    const x = ((i + 0.5) / count + time * 0.0045) % 1;
    const step = time * 1.1 + i * 0.9;
    const atTheEdge = Math.min(1, Math.min(x, 1 - x) * 12);
    const radius = Math.max(6, Math.min(9, width / 26)) * atTheEdge;
    const y = heightAt(NEAR, x) * height - radius * 0.7 - Math.abs(Math.sin(step)) * 4;
    if (radius > 1) drawStar(scene, [x * width, y], radius, Math.sin(step) * 0.28, i % 2 ? "#c9341f" : "#2b6ca3");
  }
}

function drawStar(scene: HeaderScene, [x, y]: Outline[number], radius: number, angle: number, ink: string): void {
  const { ctx } = scene;
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(angle);
  traceStar(ctx, radius, false);
  ctx.fillStyle = "#fffbf1";
  ctx.fill();
  traceStar(ctx, radius, true);
  ctx.fillStyle = ink;
  ctx.fill();
  traceStar(ctx, radius, false);
  stroke(scene, 1.8);
  ctx.restore();
}

function traceStar(ctx: CanvasRenderingContext2D, radius: number, half: boolean): void {
  ctx.beginPath();
  for (let i = 0; i < 10; i++) {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const reach = i % 2 ? radius * 0.45 : radius;
    const x = Math.cos(angle) * reach;
    if (!half || x >= -0.01) ctx.lineTo(x, Math.sin(angle) * reach);
  }
  ctx.closePath();
}
