export * from './planted-clock.ts';
