/** For whoever has a record; everybody else goes to the card, binds one, and comes back. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { addressNow, turnTo } from '../client/router.ts';
import { keepWanted } from '../client/sign-in.ts';
import { Loading } from './answer-view.tsx';

type Props = { readonly customerId: number; readonly children: ComponentChildren };
export const WithRecord = ({ customerId, children }: Props) => {
  const unbound = customerId === 0;
  useEffect(() => {
    if (!unbound) return;
    keepWanted(addressNow());
    turnTo('/wx/userinfo');
  }, [unbound]);
  return unbound ? <Loading /> : children;
};
