export type X = string;
export const x = 1;
