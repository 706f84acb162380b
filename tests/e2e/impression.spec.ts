import { expect, rienNeDepasse, test } from "./test.ts";

/** What a sheet of A4 holds beside its margins, in CSS pixels. */
const LARGEUR_UTILE = 658;
/** A4 in points, rounded by the browser. */
const A4 = [595, 842];

const FEUILLES = [
  ["/charte", "La charte", "Siéger une fois par an", 1],
  ["/responsabilite", "Responsabilité", "L’acceptation du risque", 1],
  ["/planning", "Planning 2025", "Bal de la mi-été", null],
  ["/confidentialite", "Protection des données", "Un mot suffit", null],
] as const;

for (const [chemin, titre, texte, feuilles] of FEUILLES)
  test(`${chemin} prints on A4: what is read, black on white, and where it comes from`, async ({ page, baseURL }) => {
    await page.goto(chemin);
    await page.setViewportSize({ width: LARGEUR_UTILE, height: 1000 });
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(titre.replace("sab", "sa\u00ad?b")));
    await expect(page.getByText(texte).first()).toBeVisible();
    for (const decor of [".entete", ".bandeau__art", ".pied nav", "main .btn", ".evitement"])
      for (const un of await page.locator(decor).all()) await expect(un).toBeHidden();
    const adresse = page.getByRole("contentinfo").getByText(new URL(baseURL ?? "").host);
    await expect(adresse).toBeVisible();
    await rienNeDepasse(page, "main");
    const encres = await page.locator("main :is(h1, h2, p, li, dd)").evaluateAll((elements) =>
      elements
        .filter((element) => element.getClientRects().length > 0)
        .map((element) => getComputedStyle(element))
        .map(({ color, backgroundColor }) => `${color} on ${backgroundColor}`),
    );
    expect(new Set(encres)).toEqual(new Set(["rgb(0, 0, 0) on rgba(0, 0, 0, 0)"]));

    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const [, largeur, hauteur] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([largeur, hauteur].map((mesure) => Math.round(Number(mesure)))).toEqual(A4);
    const nombre = pdf.match(/\/Type \/Page\b/g)?.length ?? 0;
    if (feuilles === null) expect(nombre).toBeGreaterThan(0);
    else expect(nombre).toBe(feuilles);
  });

test("the planning prints two small posters abreast, none of them cut in two by the end of a sheet", async ({
  page,
}) => {
  await page.goto("/planning");
  await page.setViewportSize({ width: LARGEUR_UTILE, height: 1000 });
  await page.emulateMedia({ media: "print" });
  const cartes = page.locator(".evenement");
  const [a, b] = [await cartes.nth(0).boundingBox(), await cartes.nth(1).boundingBox()];
  expect(b?.y).toBe(a?.y);
  expect(b?.x).toBeGreaterThan((a?.x ?? 0) + (a?.width ?? 0));
  const coupures = await cartes.evaluateAll((lis) => lis.map((li) => getComputedStyle(li).breakInside));
  expect(new Set(coupures)).toEqual(new Set(["avoid"]));
});
