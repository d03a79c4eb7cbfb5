export * from '../../mfe-sales/src/main.tsx';
