import { defineShopperPages } from 'root-config/build/shopper.mjs';

export default defineShopperPages(import.meta.dirname);
