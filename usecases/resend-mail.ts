import type { Submission } from "#domain/submission.ts";
import type { Services } from "#ports/services.ts";

type Needs = Pick<Services, "inbox" | "clock">;

/**
 * @returns false when there is no such entry
 * @throws when the inbox does not answer
 */
export const resendMail = ({ inbox, clock }: Needs, id: string): Promise<boolean> => inbox.resend(id, clock.now());

/**
 * Every refused mail of a list.
 * @throws when the inbox does not answer
 */
export const resendAllMail = async ({ inbox, clock }: Needs, type: Submission["type"]): Promise<void> => {
  await inbox.resendAll(type, clock.now());
};
