/**
 * The ridge in the header: stars hop along the mountains, confetti by day, fixed stars by night.
 * 30 frames a second; still with reduced motion, stopped while hidden or out of view.
 */
const ENCRE = "#17182b";
const ENCRES = ["#c9341f", "#f3b233", "#2b6ca3", "#b3c65b", "#f2a98f"] as const;
const IMAGE_MS = 33;

type Profil = readonly (readonly [x: number, y: number])[];

/** Outline of the Prabé behind and of the vineyards in front, in fractions of width and height. */
const LOIN: Profil = [
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
const PRES: Profil = [
  [0, 1],
  [0.2, 0.9],
  [0.42, 0.78],
  [0.66, 0.86],
  [0.86, 0.8],
  [1, 1],
];

/** Shaded side of each summit: two points on the ridge, one at its foot. */
const OMBRES = [
  [0.56, 0.73, 0.72],
  [0.27, 0.4, 0.4],
  [0.83, 0.92, 0.95],
] as const;

const BOUTS = Array.from({ length: 22 }, (_, i) => ({
  x: (i * 0.618) % 1,
  y: (i * 0.7549 + 0.1) % 1,
  vitesse: 0.5 + ((i * 7) % 5) / 6,
  encre: ENCRES[i % ENCRES.length] as string,
  phase: i,
}));

function hauteurA(profil: Profil, x: number): number {
  for (let i = 1; i < profil.length; i++) {
    const [x0, y0] = profil[i - 1] as Profil[number];
    const [x1, y1] = profil[i] as Profil[number];
    if (x <= x1) return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  }
  return 1;
}

/** Draws on `canvas` from now on, and redraws when its size, visibility or the motion preference changes. */
export function animerCrete(canvas: HTMLCanvasElement): void {
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  const calme = matchMedia("(prefers-reduced-motion: reduce)");
  const heure = new Date().getHours();
  const nuit = heure >= 20 || heure < 6;
  let largeur = 0;
  let hauteur = 0;
  let visible = true;
  let enMarche = false;
  let derniereImage = 0;
  let temps = 4;
  let souffle = 0;

  function tracer(profil: Profil) {
    ctx?.beginPath();
    for (const [x, y] of profil) ctx?.lineTo(x * largeur, y * hauteur);
  }

  function masse(profil: Profil, fond: string) {
    if (!ctx) return;
    tracer(profil);
    ctx.lineTo(largeur, hauteur + 4);
    ctx.lineTo(0, hauteur + 4);
    ctx.fillStyle = fond;
    ctx.fill();
    tracer(profil);
    ctx.strokeStyle = ENCRE;
    ctx.lineWidth = 2.5;
    ctx.lineJoin = "round";
    ctx.stroke();
  }

  function ombre(sommet: number, flanc: number, pied: number) {
    if (!ctx) return;
    ctx.beginPath();
    ctx.moveTo(sommet * largeur, hauteurA(LOIN, sommet) * hauteur);
    ctx.lineTo(flanc * largeur, hauteurA(LOIN, flanc) * hauteur);
    ctx.lineTo(pied * largeur, hauteur);
    ctx.lineTo(sommet * largeur + 3, hauteur);
    ctx.fillStyle = "#a9d3e0";
    ctx.fill();
  }

  function brancheEtoile(rayon: number, moitie: boolean) {
    if (!ctx) return;
    ctx.beginPath();
    for (let i = 0; i < 10; i++) {
      const angle = -Math.PI / 2 + (i * Math.PI) / 5;
      const portee = i % 2 ? rayon * 0.45 : rayon;
      const x = Math.cos(angle) * portee;
      if (!moitie || x >= -0.01) ctx.lineTo(x, Math.sin(angle) * portee);
    }
    ctx.closePath();
  }

  function etoile(x: number, y: number, rayon: number, angle: number, encre: string) {
    if (!ctx) return;
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(angle);
    brancheEtoile(rayon, false);
    ctx.fillStyle = "#fffbf1";
    ctx.fill();
    brancheEtoile(rayon, true);
    ctx.fillStyle = encre;
    ctx.fill();
    brancheEtoile(rayon, false);
    ctx.strokeStyle = ENCRE;
    ctx.lineWidth = 1.8;
    ctx.lineJoin = "round";
    ctx.stroke();
    ctx.restore();
  }

  function ciel() {
    if (!ctx) return;
    for (const bout of BOUTS.slice(0, Math.round(BOUTS.length * Math.min(1, largeur / 320)))) {
      const x = ((bout.x + temps * 0.004 * bout.vitesse + souffle * 0.02) % 1) * largeur;
      const y = ((bout.y + temps * (nuit ? 0 : 0.012) * bout.vitesse) % 1) * 0.8 * hauteur;
      if (nuit) {
        ctx.fillStyle = "#b9781a";
        ctx.beginPath();
        ctx.arc(x, y, 1 + 0.6 * Math.sin(temps * 0.8 + bout.phase), 0, 2 * Math.PI);
        ctx.fill();
      } else {
        ctx.fillStyle = bout.encre;
        ctx.save();
        ctx.translate(x, y);
        ctx.rotate(bout.phase + temps * 0.3 * bout.vitesse);
        ctx.scale(1, 0.4 + 0.6 * Math.abs(Math.sin(temps * 0.5 + bout.phase)));
        ctx.fillRect(-3, -1.5, 6, 3);
        ctx.restore();
      }
    }
  }

  function farandole() {
    const nombre = Math.max(4, Math.min(13, Math.round(largeur / 26)));
    for (let i = 0; i < nombre; i++) {
      const x = ((i + 0.5) / nombre + temps * 0.0045) % 1;
      const pas = temps * 1.1 + i * 0.9;
      const auBord = Math.min(1, Math.min(x, 1 - x) * 12);
      const rayon = Math.max(6, Math.min(9, largeur / 26)) * auBord;
      const y = hauteurA(PRES, x) * hauteur - rayon * 0.7 - Math.abs(Math.sin(pas)) * 4;
      if (rayon > 1) etoile(x * largeur, y, rayon, Math.sin(pas) * 0.28, i % 2 ? "#c9341f" : "#2b6ca3");
    }
  }

  function dessiner() {
    if (!ctx || largeur === 0) return;
    ctx.clearRect(0, 0, largeur, hauteur);
    ciel();
    masse(LOIN, "#fffbf1");
    for (const [sommet, flanc, pied] of OMBRES) ombre(sommet, flanc, pied);
    masse(PRES, "#4b7a37");
    farandole();
  }

  function boucle(maintenant: number) {
    enMarche = visible && !document.hidden && !calme.matches;
    if (!enMarche) return;
    const ecoule = maintenant - derniereImage;
    if (ecoule > IMAGE_MS) {
      temps += Math.min(0.1, ecoule / 1000) * (1 + souffle);
      souffle *= 0.97;
      derniereImage = maintenant;
      dessiner();
    }
    requestAnimationFrame(boucle);
  }

  function relancer() {
    if (enMarche) return;
    enMarche = true;
    derniereImage = performance.now();
    requestAnimationFrame(boucle);
  }

  new ResizeObserver(() => {
    const boite = canvas.getBoundingClientRect();
    const densite = Math.min(devicePixelRatio || 1, 2);
    largeur = boite.width;
    hauteur = boite.height;
    canvas.width = Math.round(largeur * densite);
    canvas.height = Math.round(hauteur * densite);
    ctx.setTransform(densite, 0, 0, densite, 0, 0);
    dessiner();
  }).observe(canvas);
  new IntersectionObserver(([entree]) => {
    visible = entree?.isIntersecting ?? true;
    relancer();
  }).observe(canvas);
  document.addEventListener("visibilitychange", relancer);
  calme.addEventListener("change", relancer);
  canvas.addEventListener("pointermove", () => {
    souffle = Math.min(6, souffle + 0.6);
  });
}
