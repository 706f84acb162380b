import { expect, it } from "vitest";
import { type Files, isFileName } from "#ports/files.ts";

/** Creates an empty store; each call of the returned function opens it again. */
type MakeFiles = () => Promise<() => Promise<Files>>;

const bytes = (text: string) => new TextEncoder().encode(text);

/** @returns the text of a file; null for a missing file */
const read = async (files: Files, name: string) => {
  const found = await files.get(name);
  return found && new TextDecoder().decode(found);
};

export function describeFiles(
  name: string,
  make: MakeFiles,
  describeHere: (name: string, tests: () => void) => void,
): void {
  describeHere(name, () => {
    it("stores a file, returns it on every connection, replaces and deletes it", async () => {
      const openOne = await make();
      const [files, other] = [await openOne(), await openOne()];
      expect(await files.get("a/b.txt")).toBeNull();
      await files.put("a/b.txt", bytes("one"), "text/plain");
      expect(await read(other, "a/b.txt")).toBe("one");
      const [before] = await files.list("");
      await other.put("a/b.txt", bytes("two, longer"), "text/plain");
      expect(await read(files, "a/b.txt")).toBe("two, longer");
      const [after] = await files.list("");
      expect(after).toMatchObject({ name: "a/b.txt", size: 11 });
      expect(after?.generation).not.toBe(before?.generation);
      expect(Math.abs(Date.now() - Number(after?.createdAt))).toBeLessThan(60_000);
      await files.delete("a/b.txt");
      await files.delete("a/b.txt");
      expect(await other.get("a/b.txt")).toBeNull();
      expect(await other.list("")).toEqual([]);
    });

    it.each([
      "evenements/Fête0825/Capture d’écran 2025 à 10.00 (1).PNG",
      "a/%2e%2e/b",
      "a/..b",
      "a/con",
      "a/x.",
      "a/x ",
      "a/x.12345678.tmp",
      "a/~b",
      `a/${"é".repeat(300)}`,
      `a/${"b".repeat(400)}/${"c".repeat(400)}`,
      'a/:*?"<>|\\',
      "a/\u{1f3ba}",
    ])("stores a file under the name %j", async (name) => {
      const files = await (await make())();
      await files.put(name, bytes(name), "image/png");
      expect(await read(files, name)).toBe(name);
      expect((await files.list("")).map((one) => one.name)).toEqual([name]);
      await files.delete(name);
      expect(await files.list("")).toEqual([]);
    });

    it("distinguishes names that differ only in case, accents or a dot", async () => {
      const files = await (await make())();
      const names = ["A/fete", "a/Fete", "a/fete", "a/fe\u0301te", "a/f\u00e9te", "a/fete."].sort();
      for (const name of names) await files.put(name, bytes(name), "text/plain");
      expect((await files.list("")).map(({ name }) => name).sort()).toEqual(names);
      for (const name of names) expect(await read(files, name)).toBe(name);
    });

    it("lists files with a prefix, sorted by name, also within a segment", async () => {
      const files = await (await make())();
      for (const name of ["v/ab-1", "v/ab-2", "v/a", "v/b/c", "w", "v/ab/x"])
        await files.put(name, bytes(""), "text/plain");
      const names = async (prefix: string) => (await files.list(prefix)).map(({ name }) => name);
      expect(await names("v/ab")).toEqual(["v/ab-1", "v/ab-2", "v/ab/x"]);
      expect(await names("v/b")).toEqual(["v/b/c"]);
      expect(await names("x")).toEqual([]);
      expect((await names("")).length).toBe(6);
    });

    it.each(["", "/a", "a/", "a//b", ".", "..", "a/../b", "a/.", "a\nb", "\ud800", "x".repeat(1025), "é".repeat(513)])(
      "refuses the name %j",
      async (name) => {
        const files = await (await make())();
        expect(isFileName(name)).toBe(false);
        await expect(files.put(name, bytes("x"), "text/plain")).rejects.toThrow();
        expect(await files.get(name)).toBeNull();
        await files.delete(name);
        expect(await files.list("")).toEqual([]);
      },
    );

    it("stores a file of several megabytes and an empty file", async () => {
      const files = await (await make())();
      const large = Buffer.alloc(5_000_000, "jeunesse");
      await Promise.all([files.put("large", large, "image/jpeg"), files.put("empty", bytes(""), "image/jpeg")]);
      expect(Buffer.compare(large, (await files.get("large")) ?? bytes(""))).toBe(0);
      expect(await read(files, "empty")).toBe("");
    });
  });
}
