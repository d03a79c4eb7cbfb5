/** Settings whose value opens something (S2§3, R114): the keys of the object storage and the password of new people. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set(['oxs', 'sys_user_initPassword', 'wx_app_secret']);
/** Those that nobody reads again once they are saved: they are sealed, and answers have a mask (R159). */
export const WRITE_ONLY_SETTINGS: ReadonlySet<string> = new Set(['wx_app_secret']);
