import type { Browser, Page } from 'playwright-core';

export declare const PLACE: { readonly locale: string; readonly timezoneId: string };
export declare const launch: (more?: readonly string[]) => Promise<Browser>;
export declare const still: (page: Page) => Promise<unknown>;
