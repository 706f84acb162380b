import { describe, expect, it } from "vitest";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";

/**
 * Makes an empty place; every call of what it returns is another handle on it, as another process would have.
 * The times of writes come from `maintenant`, where it is given.
 */
type Make<Fields> = (maintenant?: () => Date) => Promise<() => Promise<DocumentStore<Fields>>>;

const HOSTILES = [
  "Robert'); DROP TABLE membres; --",
  '<script>alert("1")</script>',
  "a\u0000b\n\r\tc",
  "=1+1",
  "{{7*7}} <%= 1 %> %s %00 \\x00",
  "Zoé 🎺 👩‍👩‍👧 ע\u202e\u0301",
  "e\u0301 reste décomposé",
  "x".repeat(100_000),
  "",
];

/**
 * What every store of a collection promises.
 * @param exemple valid fields
 * @param autre other valid fields, different in each of them
 */
export function documentStoreContract<Fields extends Record<keyof Fields, string>>(
  nom: string,
  make: Make<Fields>,
  { exemple, autre }: { exemple: Fields; autre: Fields },
): void {
  const lire = async (store: DocumentStore<Fields>, id: string): Promise<Stored<Fields>> => {
    const document = await store.get(id);
    if (!document) throw new Error(`There is no ${id}.`);
    return document;
  };

  describe(nom, () => {
    it("is empty at first", async () => {
      const store = await (await make())();
      expect(await store.list()).toEqual([]);
      expect(await store.get("Fête0825")).toBeNull();
    });

    it("gives back what was created, under its identifier", async () => {
      const store = await (await make())();
      expect(await store.create("Fête0825", exemple)).toBe("cree");
      expect(await store.get("Fête0825")).toMatchObject({
        ...exemple,
        id: "Fête0825",
        version: expect.any(String),
      });
    });

    it("tells when a document was last written, and does not count a write that was refused", async () => {
      let heure = new Date("2025-08-01T20:15:00.000Z");
      const store = await (await make(() => heure))();
      await store.create("A", exemple);
      const creee = await lire(store, "A");
      expect(creee.modifieLe).toBe("2025-08-01T20:15:00.000Z");
      heure = new Date("2025-08-02T06:00:00.001Z");
      await store.create("A", autre);
      await store.update("A", autre, "jamais lue");
      expect((await lire(store, "A")).modifieLe).toBe("2025-08-01T20:15:00.000Z");
      await store.update("A", autre, creee.version);
      expect((await lire(store, "A")).modifieLe).toBe("2025-08-02T06:00:00.001Z");
      expect((await store.list())[0]?.modifieLe).toBe("2025-08-02T06:00:00.001Z");
    });

    it("lists every document as it reads one", async () => {
      const store = await (await make())();
      await store.create("A", exemple);
      await store.create("B", autre);
      const liste = (await store.list()).sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(liste).toEqual([await lire(store, "A"), await lire(store, "B")]);
    });

    it("finds a document only under the very identifier it was created with", async () => {
      const store = await (await make())();
      await store.create("Fête0825", exemple);
      expect(await store.get("fête0825")).toBeNull();
      expect(await store.get("Fête")).toBeNull();
      expect(await store.get("%")).toBeNull();
    });

    it("never overwrites a document that exists", async () => {
      const store = await (await make())();
      await store.create("Fête0825", exemple);
      const avant = await store.get("Fête0825");
      expect(await store.create("Fête0825", autre)).toBe("pris");
      expect(await store.list()).toEqual([avant]);
    });

    it.each([
      ["another case", "Fête0825", "fÊTE0825"],
      ["another Unicode composition", "Fête0825", "Fête0825".normalize("NFD")],
      ["both", "Fête0825".normalize("NFD"), "FÊTE0825"],
      ["a letter that is two in capitals", "Straße", "STRASSE"],
    ])("takes an identifier for taken that differs in %s", async (_, premier, second) => {
      const store = await (await make())();
      expect(await store.create(premier, exemple)).toBe("cree");
      expect(await store.create(second, autre)).toBe("pris");
      expect(await store.list()).toEqual([await lire(store, premier)]);
    });

    it("tells accents apart", async () => {
      const store = await (await make())();
      expect(await store.create("Fête0825", exemple)).toBe("cree");
      expect(await store.create("Fete0825", autre)).toBe("cree");
    });

    it("gives an identifier to one of many who want it at the same moment", async () => {
      const ouvrir = await make();
      const stores = await Promise.all([ouvrir(), ouvrir(), ouvrir(), ouvrir()]);
      const issues = await Promise.all(stores.map((store, i) => store.create(i % 2 ? "ANA" : "Ana", exemple)));
      expect(issues.filter((issue) => issue === "cree")).toHaveLength(1);
    });

    it("replaces the fields of a document that is still as it was read", async () => {
      const store = await (await make())();
      await store.create("A", exemple);
      await store.create("B", exemple);
      const { version } = await lire(store, "A");
      expect(await store.update("A", autre, version)).toBe("modifie");
      expect(await store.get("A")).toMatchObject({ ...autre, id: "A" });
      expect(await store.get("B")).toMatchObject(exemple);
    });

    it("changes the version with every write, also when the fields stay the same", async () => {
      const store = await (await make())();
      await store.create("A", exemple);
      const premiere = (await lire(store, "A")).version;
      await store.update("A", exemple, premiere);
      const deuxieme = (await lire(store, "A")).version;
      await store.update("A", exemple, deuxieme);
      const troisieme = (await lire(store, "A")).version;
      expect(new Set([premiere, deuxieme, troisieme]).size).toBe(3);
    });

    it("tells the second of two people who edit the same document, and keeps what the first wrote", async () => {
      const ouvrir = await make();
      const [une, deux] = [await ouvrir(), await ouvrir()];
      await une.create("A", exemple);
      const lueParUne = await lire(une, "A");
      const lueParDeux = await lire(deux, "A");
      expect(await une.update("A", autre, lueParUne.version)).toBe("modifie");
      expect(await deux.update("A", exemple, lueParDeux.version)).toBe("depasse");
      expect(await deux.get("A")).toMatchObject(autre);
    });

    it("lets one of many win who save the same version at the same moment", async () => {
      const ouvrir = await make();
      const stores = await Promise.all([ouvrir(), ouvrir(), ouvrir()]);
      await stores[0]?.create("A", exemple);
      const { version } = await lire(stores[0] as DocumentStore<Fields>, "A");
      const issues = await Promise.all(stores.map((store) => store.update("A", autre, version)));
      expect(issues.sort()).toEqual(["depasse", "depasse", "modifie"]);
    });

    it.each(["", "abc", "0", " 1", "1.0", "1e0", "-1", "9".repeat(40), "1' OR '1'='1", "💥"])(
      "refuses the version %j that nobody has read",
      async (version) => {
        const store = await (await make())();
        await store.create("A", exemple);
        expect(await store.update("A", autre, version)).toBe("depasse");
        expect(await store.get("A")).toMatchObject(exemple);
      },
    );

    it("creates nothing by an update of what does not exist", async () => {
      const store = await (await make())();
      await store.create("A", exemple);
      const { version } = await lire(store, "A");
      expect(await store.update("B", autre, version)).toBe("absent");
      await store.delete("A");
      expect(await store.update("A", autre, version)).toBe("absent");
      expect(await store.list()).toEqual([]);
    });

    it("does not mistake a document for the deleted one of the same identifier", async () => {
      const store = await (await make())();
      await store.create("A", exemple);
      const { version } = await lire(store, "A");
      await store.delete("A");
      expect(await store.create("A", exemple)).toBe("cree");
      expect(await store.update("A", autre, version)).toBe("depasse");
      expect(await store.get("A")).toMatchObject(exemple);
    });

    it("deletes one document and no other, and does not mind doing it again", async () => {
      const store = await (await make())();
      await store.create("A", exemple);
      await store.create("B", autre);
      await store.delete("A");
      await store.delete("A");
      await store.delete("Jamais");
      expect(await store.get("A")).toBeNull();
      expect(await store.list()).toEqual([await lire(store, "B")]);
    });

    it("shows every handle what another one wrote", async () => {
      const ouvrir = await make();
      const [une, deux] = [await ouvrir(), await ouvrir()];
      await une.create("A", exemple);
      expect(await deux.list()).toEqual([await lire(une, "A")]);
      await deux.update("A", autre, (await lire(deux, "A")).version);
      expect(await une.get("A")).toEqual(await lire(deux, "A"));
      await une.delete("A");
      expect(await deux.get("A")).toBeNull();
    });

    it.each(HOSTILES)("keeps hostile text as it is (%#)", async (texte) => {
      const store = await (await make())();
      const hostile = Object.fromEntries(Object.keys(exemple).map((champ) => [champ, texte])) as Fields;
      await store.create("A", hostile);
      await store.create("B", exemple);
      await store.update("B", hostile, (await lire(store, "B")).version);
      expect(await store.get("A")).toMatchObject(hostile);
      expect(await store.get("B")).toMatchObject(hostile);
    });

    it("takes a hostile identifier for a name and nothing else", async () => {
      const store = await (await make())();
      await store.create("Ana", exemple);
      for (const id of ["' OR '1'='1", "Ana'; --", "*", "_na"]) {
        expect(await store.get(id)).toBeNull();
        await store.delete(id);
      }
      expect(await store.list()).toHaveLength(1);
    });
  });
}
