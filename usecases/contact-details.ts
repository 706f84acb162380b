/** Stores the contact details that a visitor may add once after a sign-up (domain/contact-details.ts). */
import { isConsentLinkOpen } from "#domain/consent-form.ts";
import {
  CONTACT_DETAIL_SENTENCES,
  type ContactDetailsQuestion,
  contactDetailsSchema,
  hasContactDetails,
  SIGN_UP_TOKEN_FIELD,
} from "#domain/contact-details.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import { signUpIdInToken, signUpToken } from "#stores/sign-up-token.ts";
import type { Services } from "#usecases/services.ts";

type SignUpEntry = Extract<InboxEntry, { type: "inscription" }>;
type Secret = Pick<Services, "siteSecret">;

const isMinorSignUp = ({ content }: SignUpEntry): boolean => content.minorCharter !== "Majeur";

/** @returns what the page needs to ask for the details; undefined if they are stored or the sign-up is handled */
export async function askContactDetails(
  services: Secret,
  entry: InboxEntry,
): Promise<ContactDetailsQuestion | undefined> {
  if (entry.type !== "inscription" || entry.handledAt !== null || hasContactDetails(entry)) return undefined;
  return { token: await signUpToken(services.siteSecret, entry.id), minor: isMinorSignUp(entry) };
}

export type ContactDetailsRefusal =
  | { readonly is: "form"; readonly errors: FieldErrors; readonly entry: SignUpEntry }
  | { readonly is: "gone" | "handled" | "written"; readonly sentence: string };

export async function addContactDetails(
  services: Secret & Pick<Services, "inbox" | "clock">,
  typed: TypedValues,
): Promise<Result<SignUpEntry, ContactDetailsRefusal>> {
  const refuse = (is: "gone" | "handled" | "written") => refusal({ is, sentence: CONTACT_DETAIL_SENTENCES[is] });
  const entry = await findByToken(services, typed[SIGN_UP_TOKEN_FIELD] ?? "");
  if (!entry) return refuse("gone");
  const read = contactDetailsSchema().safeParse(isMinorSignUp(entry) ? typed : { email: typed.email });
  if (!read.success) return refusal({ is: "form", errors: errorsByField(read.error), entry });
  const outcome = await services.inbox.addContactDetails(entry.id, read.data);
  if (outcome === "added") return success(entry);
  return refuse(outcome === "absent" ? "gone" : outcome);
}

async function findByToken(
  { siteSecret, inbox, clock }: Secret & Pick<Services, "inbox" | "clock">,
  token: string,
): Promise<SignUpEntry | null> {
  const id = await signUpIdInToken(siteSecret, token);
  const entry = id === null ? null : await inbox.get(id);
  return entry?.type === "inscription" && isConsentLinkOpen(entry.receivedAt, clock.now()) ? entry : null;
}
