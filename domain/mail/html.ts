/** HTML that is safe to insert. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Hole = string | Markup | readonly Markup[];

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

function filled(hole: Hole): string {
  if (typeof hole === "string") return escaped(hole);
  return hole instanceof Markup ? hole.source : hole.map(({ source }) => source).join("");
}

/** Template tag: escapes the inserted texts, also inside double-quoted attributes. */
export const html = (template: TemplateStringsArray, ...holes: readonly Hole[]): Markup =>
  new Markup(String.raw({ raw: template }, ...holes.map(filled)));
