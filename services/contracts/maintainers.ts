/** Who reads records of the administration (R108): any key of a resource reads it. */
export const keysOf = (resource: string, ...actions: readonly string[]): string[] =>
  ['list', 'add', 'edit', 'remove', ...actions].map((action) => `${resource}:${action}`);
/** Whoever puts people somewhere chooses from departments and posts. */
export const PICKERS: readonly string[] = ['admin:sysUser:add', 'admin:sysUser:edit'];
