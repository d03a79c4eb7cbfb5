export * from '../transfer/contract.ts';
