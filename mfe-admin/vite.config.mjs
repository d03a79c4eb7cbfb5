import { defineMfe } from 'root-config/build/mfe.mjs';

export default defineMfe(import.meta.dirname, { 'form-generator': 'src/form-generator/main.tsx' });
