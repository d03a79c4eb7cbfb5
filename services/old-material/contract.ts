/** Old material: what other slices, projections and screens may know. */
export * from './ceiling-asks.ts';
export * from './ceiling.ts';
export * from './events.ts';
export * from './fineness.ts';
export * from './first-in.ts';
export * from './lot-holds.ts';
export * from './line.ts';
export * from './loss-limit.ts';
export * from './names.ts';
export * from './terms.ts';
