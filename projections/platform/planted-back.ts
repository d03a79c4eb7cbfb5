export * from '../goods-in/row.ts';
