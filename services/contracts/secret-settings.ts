/** Settings whose value opens something (S2§3, R114): the keys of the object storage and the password of new people. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set(['oxs', 'sys_user_initPassword']);
