import { drawPaper } from "./paper-thread.ts";
import type { PrintedTable } from "./table-pages.ts";

/** A tagged PDF. Characters that the font lacks are omitted. @throws when a font cannot be read */
export const tablePdf = async (table: PrintedTable): Promise<Uint8Array> =>
  (await drawPaper({ kind: "table", table })) as Uint8Array;
