import type { TestMailResult } from "#usecases/inbox/send-test-mail.ts";

/** Names the form of the test mail, which posts to /reglages too. */
export const TEST_MAIL = "test";

/** What became of a test mail; 'error': the site itself failed. */
export type TestMailOutcome = TestMailResult | "error";
