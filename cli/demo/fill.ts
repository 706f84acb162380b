import { join } from "node:path";
import sharp from "sharp";
import { newMemberId } from "#domain/committee-member.ts";
import { newEventId } from "#domain/events/planned-event.ts";
import type { SentFile } from "#domain/pictures/upload-limits.ts";
import { publishCard } from "#usecases/cards/publish-card.ts";
import type { Services } from "#usecases/services.ts";
import { EVENEMENTS, MEMBRES } from "./content.ts";

/** Width in pixels at which the SVG drawings are rendered. */
const WIDTHS = { posters: 1280, portraits: 800 } as const;

async function render(folder: keyof typeof WIDTHS, drawing: string): Promise<SentFile> {
  const svg = join(import.meta.dirname, folder, `${drawing}.svg`);
  const bytes = await sharp(svg, { density: 192 })
    .resize({ width: WIDTHS[folder] })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return { name: `${drawing}.png`, bytes };
}

/** Fills a data folder that has no account, through the use cases. Idempotent; never changes other content. */
export async function fillWithDemo(services: Services): Promise<void> {
  const { auth, committee, events } = services;
  if ((await auth.listAccounts()).some(({ canSignIn }) => canSignIn)) return;
  const invented = new Set([
    ...MEMBRES.map(({ fields }) => newMemberId(fields)),
    ...EVENEMENTS.map(({ fields }) => newEventId(fields)),
  ]);
  if ([...(await committee.list()), ...(await events.list())].some(({ id }) => !invented.has(id))) return;
  for (const { drawing, fields } of MEMBRES) {
    const id = newMemberId(fields);
    if (await committee.get(id)) continue;
    const card = { collection: "membres", id, fields, file: await render("portraits", drawing) } as const;
    await publishCard(services, committee, card, null);
  }
  for (const { drawing, fields } of EVENEMENTS) {
    const id = newEventId(fields);
    if (await events.get(id)) continue;
    const card = { collection: "evenements", id, fields, file: await render("posters", drawing) } as const;
    await publishCard(services, events, card, null);
  }
}
