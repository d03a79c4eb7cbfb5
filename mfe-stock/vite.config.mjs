import { defineMfe } from 'root-config/build/mfe.mjs';

export default defineMfe(import.meta.dirname);
