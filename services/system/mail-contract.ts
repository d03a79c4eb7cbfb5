/** The letter that tries out the mail server (R126). */
export const MAIL_TEST_PATH = '/mail/test';
/** Its fields; the address is judged by the server alone, so that no screen carries the pattern. */
export type MailTrial = { readonly email: string };
