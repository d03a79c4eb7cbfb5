/** A red bar while the house cannot be reached or says that it cannot do its work; gone by itself when it can again. */
import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NETWORK_GONE, NETWORK_LOST, connectionStore, lookWhetherWell, useStore } from 'root-config/api';
import styles from './frame.module.css';

const LOOK_MS = 3_000;

const Shown = () => {
  const { lost, sending, trouble } = useStore(connectionStore);
  const loading = useIsFetching();
  useEffect(() => {
    const gone = new AbortController();
    const timer = setInterval(() => void lookWhetherWell(gone.signal), LOOK_MS);
    return () => {
      clearInterval(timer);
      gone.abort();
    };
  }, []);
  // It is being tried only while it is: a command until its last try, a query until its own.
  const lostText = sending + loading > 0 ? NETWORK_LOST : NETWORK_GONE;
  return (
    <div role="status" className={`${styles['banner']} ${styles['alarm']}`}>
      {lost ? lostText : trouble?.msg}
    </div>
  );
};
export const HouseBar = () =>
  useStore(connectionStore, ({ lost, trouble }) => lost || trouble !== null) ? <Shown /> : null;
