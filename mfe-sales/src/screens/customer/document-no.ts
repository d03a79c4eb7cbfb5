/** Two letters and an id: XS10001. Pure. */
export const documentIdOf = (no: string): { readonly kind: string; readonly id: number } => {
  const [, kind = '', digits = '0'] = /^([A-Z]{2})(\d+)$/.exec(no) ?? [];
  return { kind, id: Number(digits) };
};
