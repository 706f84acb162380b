import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION_FIELD } from "#app/session/confirm-password.tsx";
import { CHECK_NOW_FORM, CONFIRM_CLOCK_FORM, TEST_MAIL_FORM } from "#app/settings/test-mail.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { checkUploadRateLimit, PICTURE_REFUSAL_STATUS } from "#app/ui/pictures/pictures.server.ts";
import { fieldNames } from "#domain/fields.ts";
import { settingsSchema } from "#domain/settings/settings.ts";
import type { Account } from "#stores/account-types.ts";
import { sendTestMail } from "#usecases/mail/send-test-mail.ts";
import { type SettingsFormData, saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import { settingsSectionOf } from "./settings-sections.tsx";
import type { TestMailOutcome } from "./test-mail.tsx";

export type SettingsResult = FormResult<{ readonly testMail?: TestMailOutcome }>;

const FORM = {
  where: "settings save",
  fields: [...fieldNames(settingsSchema()), "version", "removePhoto", "what", CONFIRMATION_FIELD],
  fileField: "photo",
  secrets: [CONFIRMATION_FIELD],
  choice: { field: "what", among: ["", TEST_MAIL_FORM, CHECK_NOW_FORM, CONFIRM_CLOCK_FORM] },
};

const respond = (result: SettingsResult, status?: number) => formResult(result, status);

export const settingsAction = (args: FormRequestArgs) =>
  handleForm(args, FORM, async ({ typed: fields, secrets, file }) => {
    const typed = file ? { ...fields, photo: file.name } : fields;
    const account = args.context.get(accountContext);
    if (!account) return respond({ sessionEnded: true, typed }, 401);
    if (typed.what === TEST_MAIL_FORM) return testMail(args, account.email);
    if (typed.what === CHECK_NOW_FORM) return checkHealth(args);
    if (typed.what === CONFIRM_CLOCK_FORM) return confirmClock(args);
    const tooMany = file && checkUploadRateLimit(args.context);
    if (tooMany) return respond({ errors: { photo: tooMany }, typed }, 429);
    const form = { typed, version: typed.version ?? "", photo: file, removePhoto: typed.removePhoto === "on" };
    return save(args, form, account, secrets[CONFIRMATION_FIELD]);
  });

async function save(
  args: FormRequestArgs,
  settingsForm: SettingsFormData,
  account: Account,
  password: string | undefined,
) {
  const { context } = args;
  const { logSecurity } = context.get(siteContext);
  const services = context.get(servicesContext);
  const { typed } = settingsForm;
  const outcome = await saveSettingsAndPhoto(services, settingsForm, account, () => requirePassword(context, password));
  if (outcome.ok) {
    const { notified, changed } = outcome.value;
    if (notified.includes("bank") || notified.includes("twint")) logSecurity("bank-details-changed", account.id);
    if (notified.includes("recipients")) logSecurity("recipients-changed", account.id);
    // Without script, the page loads again at its top: scroll to the first changed section.
    const isDocument = args.request.headers.get("accept")?.includes("text/html");
    return redirectWithToast(context, `/reglages${isDocument ? settingsSectionOf(changed) : ""}`, "settings-saved");
  }
  if ("conflict" in outcome.reason) return respond({ conflict: outcome.reason.conflict, typed }, 409);
  if ("missing" in outcome.reason)
    return respond({ errors: outcome.reason.missing.errors, typed }, outcome.reason.missing.status);
  const { errors, image } = outcome.reason;
  return respond({ errors, typed }, image ? PICTURE_REFUSAL_STATUS[image] : 400);
}

/** A longer check continues in the background. */
const CHECK_WAIT_MS = 20_000;

async function checkHealth({ context }: FormRequestArgs) {
  await context.get(servicesContext).health.check(CHECK_WAIT_MS);
  return respond({});
}

async function confirmClock({ context }: FormRequestArgs) {
  await context.get(servicesContext).clockGuard.confirm();
  return respond({});
}

async function testMail({ context }: FormRequestArgs, email: string) {
  try {
    return respond({ testMail: await sendTestMail(context.get(servicesContext), email) });
  } catch (error) {
    context.get(siteContext).report(error, "test mail");
    return respond({ testMail: "error" }, 503);
  }
}
