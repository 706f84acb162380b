/** The page of a mailing to 2,000 members: how much work reading it takes, and how long it holds other requests. */
import { expect, it } from "vitest";
import { writeFigures } from "#tests/figures.ts";
import { shortestHold } from "#tests/machine.ts";
import { readMailProgressOf, readSentMailing } from "#usecases/mailings/sent-mailing.ts";
import { recordPrintedLetters } from "#usecases/mailings/share-mailing.ts";
import { desk } from "../desk.ts";
import { aMailer, aSentMailing } from "../sent-mailing.ts";

const PER_WAY = 500;
const HOLD_MAX_MS = 50;
const SHOWN = { publicUrl: "https://exemple.ch", wanted: 1, wantedOfPeople: 1, filter: "all" } as const;

it("neither the page, nor its progress, nor a print holds other requests for long", async () => {
  const at = { ...desk(), mailer: aMailer().mailer };
  const id = await aSentMailing(at, { email: PER_WAY, group: PER_WAY, mobile: PER_WAY, paper: PER_WAY });
  const mailing = (await at.mailings.get(id)) ?? expect.fail();
  const page = await shortestHold(HOLD_MAX_MS, () => readSentMailing(at, mailing, { blocks: [] }, SHOWN));
  expect(page.result.counts).toBe("500 par e-mail, 500 dans le groupe, 500 par SMS ou WhatsApp, 500 lettres");
  const progress = await shortestHold(HOLD_MAX_MS, () => readMailProgressOf(at, id));
  expect(progress.result).toMatchObject({ all: PER_WAY, waiting: PER_WAY });
  const print = await shortestHold(HOLD_MAX_MS, () => recordPrintedLetters(at, id, page.result.paper?.due ?? [], null));
  const held = [page.held, progress.held, print.held].map((ms) => Math.round(ms));
  writeFigures("sent-mailing", {
    promise: `the page of a mailing to ${4 * PER_WAY} members holds other requests for at most ${HOLD_MAX_MS} ms`,
    figures: `page ${held[0]}, progress ${held[1]}, print ${held[2]} ms; ${Math.round(page.worked)} ms of work`,
  });
  expect(Math.max(...held)).toBeLessThan(HOLD_MAX_MS);
});
