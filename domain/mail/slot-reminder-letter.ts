import type { FormOfAddress } from "#domain/rounds/audience.ts";
import type { ComposedLetter, LetterPart } from "./letter.ts";
import { renderLetterBodies } from "./letter-html.ts";

const WORDS = {
  tu: { button: "Voir mes places", foot: "Ce lien est personnel\u00a0: ne le transmets pas." },
  vous: { button: "Voir mes places", foot: "Ce lien est personnel\u00a0: ne le transmettez pas." },
} as const satisfies Record<FormOfAddress, object>;

type Reminder = {
  /** The message of the round, which contains `link`. */
  readonly message: string;
  /** Absolute URL. */
  readonly link: string;
  readonly event: string;
  /** « samedi 12 juin » */
  readonly when: string;
};

/** The letter that reminds a member of the places of an evening. A button replaces the link. */
export function slotReminderLetter({ message, link, event, when }: Reminder, address: FormOfAddress): ComposedLetter {
  const { button, foot } = WORDS[address];
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  const parts = lines.flatMap((line): LetterPart[] => {
    const text = line.replaceAll(link, "").trim();
    const said: LetterPart[] = text === "" ? [] : [{ kind: "text", text }];
    return line.includes(link) ? [...said, { kind: "button", text: button, address: link }] : said;
  });
  const title = `Rappel\u00a0: ${when}`;
  return {
    subject: `${event}\u00a0: rappel pour ${when}`,
    ...renderLetterBodies({ kicker: event, title, preview: lines[0] ?? "", parts, foot }),
  };
}
