/** The pictures of a family as they move: files first, then the row that makes them count. */
import { estSegment } from "#domain/identifiants.ts";
import { type Collection, PICTURE_COLLECTIONS } from "#domain/stored-image.ts";
import { nomDeMaster, nomDeVariante, nomsDeFichier, partFiles, partsAmong } from "#domain/variantes.ts";
import type { ImageAncienne, ImageFaite, ImageMove, Raison } from "#ports/demenagement.ts";
import type { Imagerie } from "#ports/imagerie.ts";
import type { Made, Picture, PictureStore } from "#ports/picture-store.ts";
import { filesOf, isShared, keyOf, madeOf } from "./picture-files.ts";

/** The parts that are there besides JPEG. */
type Ready = Partial<Pick<Made, "webp" | "avif" | "share">>;

const GONE = "A file of a picture is gone since it was listed. Run this again.";

/**
 * Makes the pictures' half of a family's back door.
 * @param imagerie what makes the pictures of existing projects into the site's own
 * @param onChange hears where a picture was added or completed
 */
export function createImageMove({
  store,
  imagerie,
  onChange = () => {},
}: {
  store: PictureStore;
  imagerie: Imagerie;
  onChange?: (collection: Collection) => void;
}): ImageMove {
  const sure = async (reading: Promise<Uint8Array | null>): Promise<Uint8Array> => {
    const octets = await reading;
    if (!octets) throw new Error(GONE);
    return octets;
  };

  return {
    async lireImages() {
      const whole = await store.whole();
      const lists = await Promise.all(PICTURE_COLLECTIONS.map((collection) => store.list(collection)));
      return lists.flat().map((picture) => kept(picture, whole));
    },
    lireFichier: ({ dossier }, name) => sure(store.read(dossier, name)),
    async lireAncienne({ path }) {
      const picture = await store.find(path);
      if (!picture) throw new Error(GONE);
      return sure(store.original(picture));
    },
    async ajouterImage(image, files) {
      const reason = await addMade(store, image, files);
      onChange(image.dossier.collection);
      return reason;
    },
    async repriseDe({ dossier: { collection, id } }, octets) {
      const pictures = await store.list(collection, id);
      return pictures.find(({ path, made }) => made?.key === keyOfFile(path, octets))?.path ?? null;
    },
    async ajouterAncienne(image, octets, reserved) {
      const { dossier, misDeCote, ajouteeLe } = image;
      const prepared = await imagerie.preparer(octets, { aPartager: isShared(dossier), ancienne: true });
      if (!prepared.ok)
        return prepared.raison === "illisible" && !imagerie.reconnaitre(octets) ? "sans-image" : prepared.raison;
      const path = await freePath(store, image, reserved);
      const { made, files } = madeOf(keyOfFile(path, octets), prepared.valeur);
      const { key: cle, width: largeur, height: hauteur, tint: teinte } = made;
      const mesures = { cle, largeur, hauteur, teinte };
      return addMade(store, { path, dossier, misDeCote, ajouteeLe, ...mesures, fichiers: [...files.keys()] }, files);
    },
  };
}

/** The key of a picture that was taken over tells which bytes it was made from. */
const keyOfFile = (path: string, octets: Uint8Array): string => keyOf(`${path}\0`, octets);

/** @param whole the names of all files that are there */
function kept(picture: Picture, whole: ReadonlySet<string>): ImageFaite | ImageAncienne {
  const { path, dossier, made, setAside: misDeCote, addedAt: ajouteeLe } = picture;
  const common = { path, dossier, misDeCote, ajouteeLe };
  // What the site made beside the file of an existing project, it makes anew where the file goes.
  if (!made || made.old) return { ...common, cle: null };
  const { key: cle, width: largeur, height: hauteur, tint: teinte } = made;
  // A part counts once the row says so: until then somebody may be writing it.
  const names = new Set(filesOf(picture).filter((name) => whole.has(name)));
  const files = partsAmong(cle, largeur, names).flatMap((part) => partFiles(cle, largeur, part));
  const master = [nomDeMaster(cle)].filter((name) => names.has(name));
  return { ...common, cle, largeur, hauteur, teinte, fichiers: [...files, ...master] };
}

async function addMade(
  store: PictureStore,
  image: ImageFaite,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Raison | null> {
  const { path, dossier, cle: key, largeur: width, hauteur: height, teinte: tint } = image;
  const parts = partsAmong(key, width, new Set(image.fichiers));
  if (!estSegment(dossier.id)) return "nom";
  if (!parts.includes("jpeg")) return "incomplete";
  await store.write(dossier, files);
  const ready: Ready = Object.fromEntries(parts.filter((part) => part !== "jpeg").map((part) => [part, true]));
  const there = await store.find(path);
  const largest = files.get(nomDeVariante(key, width, "jpeg"));
  if (there?.made?.key === key) await store.update(there, ready);
  else if (!there && largest) {
    const made = { key, width, height, tint, webp: false, avif: false, share: false, ...ready, old: false };
    await store.claim({ path, dossier, addedAt: image.ajouteeLe, setAside: image.misDeCote, made }, largest);
  }
  return null;
}

/** @returns the path that a picture of an existing project gets: its own, where this site may write it so */
async function freePath(
  store: PictureStore,
  { path, dossier: { collection, id } }: ImageAncienne,
  reserved: ReadonlySet<string>,
): Promise<string> {
  const taken = new Set((await store.list(collection, id)).map((picture) => picture.path));
  const prefix = `${collection}/${id}/`;
  for (const name of nomsDeFichier(path.slice(prefix.length)))
    if (!reserved.has(prefix + name) && !taken.has(prefix + name)) return prefix + name;
  throw new Error("unreachable: there is always another name to try");
}
