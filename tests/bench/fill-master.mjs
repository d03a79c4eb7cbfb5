/** Master data of a house that is told so many shops, suppliers, customers and users, with names and phones as people have them. */
import { connect } from './support.mjs';

const SURNAME = `substr('王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗', 1 + n % 20, 1)`;
const GIVEN = `substr('伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂花红梅建国文玉', 1 + (n / 20) % 30, 1) || substr('一二三四五六七八九十', 1 + (n / 600) % 10, 1)`;
const MOBILE = `('1' || substr('345789', 1 + n % 6, 1) || lpad((n::bigint * 7919777 % 999999937)::text, 9, '0'))`;

/** Rows have ids from 1,000,001 on. */
export const fillMaster = async (url, rows) => {
  const from = `FROM generate_series(1000001, 1000000 + ${rows}) AS n`;
  const [db] = await connect(url, 1);
  const { rows: indexes } =
    await db.query(`SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS back
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
    WHERE a.amname = 'gin' AND indrelid = ANY ('{master.customer,master.supplier,master.shop,master.sys_user}'::regclass[])`);
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`);
  for (const text of [
    `INSERT INTO master.customer (id, name, mobile, mobile_digits) SELECT n, ${SURNAME} || ${GIVEN}, ${MOBILE}, ${MOBILE} ${from}`,
    `INSERT INTO master.supplier (id, name, contract, mobile) SELECT n, ${SURNAME} || '氏珠宝' || n, ${SURNAME} || ${GIVEN}, ${MOBILE} ${from}`,
    `INSERT INTO master.shop (id, name) SELECT n, ${SURNAME} || '店' || n ${from}`,
    `INSERT INTO master.sys_user (id, username, nick_name, password_hash, phone, dept_id, status) SELECT n, 'u' || n, ${SURNAME} || ${GIVEN}, '', ${MOBILE}, 1, '2' ${from}`,
    ...indexes.map(({ back }) => back),
    'VACUUM (ANALYZE)',
  ])
    await db.query(text);
  await db.end();
};
