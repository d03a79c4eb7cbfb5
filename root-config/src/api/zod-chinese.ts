/** Validation messages in Chinese; no code generation at run time, which the content security policy forbids. */
import { z } from 'zod';
import zhCN from 'zod/v4/locales/zh-CN.js';

z.config({ ...zhCN(), jitless: true });
