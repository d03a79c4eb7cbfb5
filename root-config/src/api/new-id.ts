/**
 * A random id. Not crypto.randomUUID: browsers keep that for https and this machine, and a shop's computer may reach the
 * house by its plain http address.
 */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
