/** Settings of the house, made of the environment in one place. */
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { CannotStart } from '../base/cannot-start.ts';
import {
  eventStoreUrl,
  isOrigin,
  list,
  numberWithin,
  oneOf,
  onOff,
  optionalText,
  pemFile,
  postgresUrl,
} from './environment-values.ts';
import { hintsOf, loginCodeOf } from './former-names.ts';
import { kafkaOf, missingForKafka, SASL_MECHANISMS, type KafkaSettings } from './kafka-settings.ts';
import { isLoopback } from './loopback.ts';
import { SMS_PROVIDERS, type SmsSettings } from '../sms/provider.ts';
import { environment as ofProcess } from './surroundings.ts';

export const PROCESS_ROLES = ['api', 'projector', 'relay', 'scheduler'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** What follows name and password at the door (R113). */
const LOGIN_CODES = ['captcha', 'sms', 'none'] as const;
export type LoginCode = (typeof LOGIN_CODES)[number];

const webAddress = optionalText.refine(
  (text) => text === undefined || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  '必须以https://或http://开头',
);
const Variables = z.object({
  /** Port of the API and the console. */
  PORT: numberWithin(0, 65_535).default(8080),
  /** Address to listen on: this machine alone, until somebody opens the house to the shops (docs/operations.md). */
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  /** How the other processes of the house reach this one; http://HOST:PORT without it. */
  ADVERTISE_URL: optionalText.refine(
    (text) => text === undefined || isOrigin(text),
    '必须是http://或https://开头的地址，不带路径',
  ),
  /** Bearer token of whoever collects /metrics from another machine; without it they are for this machine alone. */
  METRICS_TOKEN: optionalText.refine(
    (text) => text === undefined || /^[\w.~+/=-]{16,200}$/.test(text),
    '必须是16至200个字母、数字或. _ ~ + / = -',
  ),
  /** Folder of this installation: embedded database, pictures, passwords. */
  DATA_DIR: z.string().trim().min(1).default('./.data'),
  /** A Postgres of one's own instead of the embedded one. */
  DATABASE_URL: postgresUrl,
  /** EventStoreDB instead of the event tables in Postgres (R65). */
  EVENT_STORE_URL: eventStoreUrl,
  /** Its former name, which that server takes for an option of its own. */
  EVENTSTORE_URL: eventStoreUrl,
  /** What to do when the log is not the one that the read models were made of: serve nothing, or make them anew from it. */
  ON_OTHER_LOG: z.enum(['stop', 'rebuild'], '必须是stop或rebuild').default('stop'),
  /** host:port, separated by commas: the log is handed on to them. */
  KAFKA_BROKERS: list.default([]),
  /** Topics are called by it and by the category of their streams: jewel.sale. */
  KAFKA_TOPIC_PREFIX: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,100}$/, '只能是字母、数字、_ . -')
    .default('jewel'),
  /** on: names of people go too. */
  KAFKA_PERSONAL: onOff('off'),
  /** on: what tells the cost of goods goes too. */
  KAFKA_COST: onOff('off'),
  /** on: TLS with what the system trusts; files in PEM make it so, too. */
  KAFKA_TLS: onOff('off'),
  KAFKA_TLS_CA: pemFile,
  KAFKA_TLS_CERT: pemFile,
  KAFKA_TLS_KEY: pemFile,
  KAFKA_SASL: oneOf(SASL_MECHANISMS),
  KAFKA_USERNAME: optionalText,
  KAFKA_PASSWORD: optionalText,
  /** Which work this process does. */
  ROLES: list
    .pipe(z.array(z.enum(PROCESS_ROLES, `必须是${PROCESS_ROLES.join('、')}`)).min(1, '不能为空'))
    .default([...PROCESS_ROLES]),
  /** Names of read models that this process runs, with * for any letters; all without it. */
  PROJECTIONS: list.default([]),
  /** Password of user admin at the first start; random when absent. */
  ADMIN_PASSWORD: optionalText.refine(
    (text) => text === undefined || (text.length >= 8 && text.length <= 20),
    '必须有8至20个字符',
  ),
  /** Key of what is sealed in the database; without it DATA_DIR/secrets.key, made at the first start. */
  SECRETS_KEY: optionalText.refine(
    (text) => text === undefined || (/^[A-Za-z0-9+/]{43}=?$/.test(text) && Buffer.from(text, 'base64').length === 32),
    '必须是base64的32个字节',
  ),
  /** Hosts that jobs may call, `host` or `host:port`, separated by commas; none unless named (R120). */
  JOB_HTTP_HOSTS: list.default([]),
  /** Hosts inside the house that addresses of settings may lead to, `host`, `host:port` or `host:*`, separated by commas (R146). */
  OUTBOUND_HOSTS: list.default([]),
  /** Pages of other addresses that may follow the live log, `https://console.example`, separated by commas (R147). */
  WS_ORIGINS: list
    .pipe(z.array(z.string().refine(isOrigin, '必须是http://或https://开头的地址，不带路径')))
    .transform((origins) => origins.map((origin) => URL.parse(origin)?.origin ?? origin))
    .default([]),
  /** Closes archives that leave the house, and those that `npm run backup` writes. */
  BACKUP_PASSPHRASE: z
    .string()
    .optional()
    .transform((text) => text || undefined),
  /** smtp://user:password@host:port, smtps:// for TLS from the first byte; without it nothing is mailed. */
  SMTP_URL: optionalText.refine(
    (text) => text === undefined || /^smtps?:\/\//.test(text),
    '必须以smtp://或smtps://开头',
  ),
  /** Who the house's mail is from: an address, or 名称 <address>. */
  MAIL_FROM: optionalText.refine((text) => text === undefined || text.includes('@'), '必须是邮件地址'),
  /** captcha, sms or none. */
  LOGIN_CODE: oneOf(LOGIN_CODES),
  /** Its former name: off is LOGIN_CODE=none. */
  LOGIN_CAPTCHA: onOff('on'),
  /** Who sends messages to telephones; the others are its keys, its approved sign and template, and another address of it. */
  SMS_PROVIDER: oneOf(SMS_PROVIDERS),
  SMS_KEY_ID: optionalText,
  SMS_SECRET: optionalText,
  SMS_SIGN: optionalText,
  SMS_TEMPLATE_LOGIN: optionalText,
  SMS_TEMPLATE_PROOF: optionalText,
  /** What a customer is told when an account was bound to his record at the counter (R160); without it nothing is sent. */
  SMS_TEMPLATE_NOTICE: optionalText,
  SMS_APP_ID: optionalText,
  SMS_ENDPOINT: webAddress,
  /** The public account that shoppers sign in through; settings of the same names say so where these are absent (R159). */
  WX_APP_ID: optionalText,
  WX_APP_SECRET: optionalText,
  WX_AUTHORIZE_URL: webAddress,
  WX_TOKEN_URL: webAddress,
  /** on: answers of the API have HTTP status 200 and say their own in `code`, for clients that read nothing else. */
  STATUS_IN_BODY: onOff('off'),
  /** Demo shops, pieces and documents at the first start. */
  DEMO: onOff('on'),
  /** on: the code generator writes files of the project and pages of the menu; for development, never for the shops. */
  GENERATOR: onOff('off'),
  /** The project that it writes to: a check-out beside the house, instead of the one that runs. */
  GENERATOR_PROJECT: optionalText,
  /** Proxies in front of the house: so many addresses of X-Forwarded-For are believed, from the right. */
  TRUST_PROXY: numberWithin(0, 10).default(0),
  /** Set when a proxy terminates TLS: HSTS is sent, cookies are secure. */
  BEHIND_TLS: onOff('off'),
  /** Address by which the shops open the house; its certificate is looked at (npm run doctor, 系统状态). */
  PUBLIC_URL: webAddress,
  /** Where the print service listens on each user's own machine (S0§7); the only other place the console may reach. */
  PRINT_SERVICE_PORT: numberWithin(1, 65_535).default(9090),
  LOG_LEVEL: z.enum(['info', 'warn', 'error', 'silent']).default('info'),
});
/** Every variable that the house reads by this file. */
export const ENVIRONMENT_NAMES: readonly string[] = Object.keys(Variables.shape);
const NEEDED = ['SMS_KEY_ID', 'SMS_SECRET', 'SMS_SIGN', 'SMS_TEMPLATE_LOGIN'] as const;
const missingForSms = (env: z.output<typeof Variables>): readonly string[] => {
  const { SMS_PROVIDER: provider } = env;
  if (provider === undefined) return env.LOGIN_CODE === 'sms' && !env.DEMO ? ['SMS_PROVIDER'] : [];
  const needed = provider === 'tencent' ? ([...NEEDED, 'SMS_APP_ID'] as const) : NEEDED;
  return needed.filter((name) => env[name] === undefined);
};
const Environment = Variables.superRefine((env, context) => {
  const missing: string[] = [...missingForKafka(env), ...missingForSms(env)];
  if (env.ROLES.join() === 'relay' && env.KAFKA_BROKERS.length === 0) missing.push('KAFKA_BROKERS');
  // The messaging app sends shoppers back to an address that it was told.
  if (env.WX_APP_ID !== undefined && env.PUBLIC_URL === undefined) missing.push('PUBLIC_URL');
  for (const name of missing) context.addIssue({ code: 'custom', path: [name], message: '必须设置' });
});
type Environment = z.output<typeof Environment>;
const smsOf = (env: Environment): SmsSettings | null =>
  env.SMS_PROVIDER === undefined
    ? null
    : {
        provider: env.SMS_PROVIDER,
        keyId: env.SMS_KEY_ID ?? '',
        secret: env.SMS_SECRET ?? '',
        sign: env.SMS_SIGN ?? '',
        template: env.SMS_TEMPLATE_LOGIN ?? '',
        proofTemplate: env.SMS_TEMPLATE_PROOF,
        noticeTemplate: env.SMS_TEMPLATE_NOTICE,
        appId: env.SMS_APP_ID ?? '',
        endpoint: env.SMS_ENDPOINT,
      };

/** What the environment says of the public account; the settings say the rest. */
export type ShopperAppEnvironment = {
  readonly appId: string | undefined;
  readonly secret: string | undefined;
  readonly authorizeUrl: string | undefined;
  readonly tokenUrl: string | undefined;
};
const shopperAppOf = (env: Environment): ShopperAppEnvironment => ({
  appId: env.WX_APP_ID,
  secret: env.WX_APP_SECRET,
  authorizeUrl: env.WX_AUTHORIZE_URL,
  tokenUrl: env.WX_TOKEN_URL,
});

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Undefined: by host and port. */
  readonly advertiseUrl: string | undefined;
  readonly metricsToken: string | undefined;
  /** Only this machine can reach the house. */
  readonly loopback: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly eventStoreUrl: string | undefined;
  /** What still works and is better said otherwise, a sentence each. */
  readonly hints: readonly string[];
  readonly onOtherLog: 'stop' | 'rebuild';
  /** Null: nothing is handed on. */
  readonly kafka: KafkaSettings | null;
  readonly roles: ReadonlySet<ProcessRole>;
  /** Patterns of names, `sales*`; empty: all. */
  readonly projections: readonly string[];
  readonly adminPassword: string | undefined;
  readonly secretsKey: string | undefined;
  readonly jobHttpHosts: readonly string[];
  readonly outboundHosts: readonly string[];
  readonly wsOrigins: readonly string[];
  readonly backupPassphrase: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly loginCode: LoginCode;
  readonly sms: SmsSettings | null;
  readonly shopperApp: ShopperAppEnvironment;
  readonly statusInBody: boolean;
  readonly demo: boolean;
  readonly generator: boolean;
  readonly projectDir: string | undefined;
  readonly trustedProxies: number;
  readonly behindTls: boolean;
  readonly publicUrl: string | undefined;
  readonly printServicePort: number;
  readonly logLevel: 'info' | 'warn' | 'error' | 'silent';
  readonly hostName: string;
};

export class BadConfiguration extends CannotStart {
  constructor(problems: readonly string[]) {
    super(`配置有误，请改正：${problems.join('；')}`);
    this.name = 'BadConfiguration';
  }
}

const hostsOf = ({ JOB_HTTP_HOSTS, OUTBOUND_HOSTS, WS_ORIGINS: wsOrigins }: Environment) => {
  const jobHttpHosts = JOB_HTTP_HOSTS.map((host) => host.toLowerCase());
  return {
    jobHttpHosts,
    outboundHosts: [...OUTBOUND_HOSTS.map((host) => host.toLowerCase()), ...jobHttpHosts],
    wsOrigins,
  };
};
const mailOf = ({ SMTP_URL: smtpUrl, MAIL_FROM: mailFrom }: Environment) => ({ smtpUrl, mailFrom });
const messengersOf = (env: Environment) => ({ sms: smsOf(env), shopperApp: shopperAppOf(env) });

/**
 * Reads the configuration.
 * @throws {BadConfiguration} naming every variable that is wrong and what it must be; values are not repeated.
 */
export const parseConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    throw new BadConfiguration(parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`));
  }
  const env = parsed.data;
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    advertiseUrl: env.ADVERTISE_URL === undefined ? undefined : URL.parse(env.ADVERTISE_URL)?.origin,
    metricsToken: env.METRICS_TOKEN,
    loopback: isLoopback(env.HOST),
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    eventStoreUrl: env.EVENT_STORE_URL ?? env.EVENTSTORE_URL,
    hints: hintsOf(env),
    onOtherLog: env.ON_OTHER_LOG,
    kafka: kafkaOf(env),
    roles: new Set(env.ROLES),
    projections: env.PROJECTIONS,
    adminPassword: env.ADMIN_PASSWORD,
    secretsKey: env.SECRETS_KEY,
    ...hostsOf(env),
    backupPassphrase: env.BACKUP_PASSPHRASE,
    ...mailOf(env),
    loginCode: loginCodeOf(env),
    ...messengersOf(env),
    statusInBody: env.STATUS_IN_BODY,
    demo: env.DEMO,
    generator: env.GENERATOR,
    projectDir: env.GENERATOR_PROJECT && path.resolve(env.GENERATOR_PROJECT),
    trustedProxies: env.TRUST_PROXY,
    behindTls: env.BEHIND_TLS,
    publicUrl: env.PUBLIC_URL,
    printServicePort: env.PRINT_SERVICE_PORT,
    logLevel: env.LOG_LEVEL,
    hostName: os.hostname(),
  });
};

export const readConfig = (): Config => parseConfig(ofProcess);
