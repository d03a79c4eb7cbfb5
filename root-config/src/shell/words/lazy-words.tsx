/** Words come up seldom: what shows them loads when there is somebody whom they concern. */
import { lazily } from 'root-config/ui';

const nothing = () => null;
export const WordRequests = lazily<object>(async () => (await import('./word-requests.tsx')).WordRequests, nothing);
export const OwnWords = lazily<object>(async () => (await import('./own-words.tsx')).OwnWords, nothing);
