/** Takes what the stream says of the inbox: new entries, and a notification where the reader wants one. */
import { useEffect } from 'react';
import { HOME } from '../address.ts';
import { useTravel } from '../place-context.ts';
import { useShownVerdicts } from '../verdicts-context.ts';
import { notifyOnce } from './notify.ts';
import { useInboxEvents } from './use-turned.ts';

export function InboxEvents(): null {
  const { inbox } = useShownVerdicts();
  const { go, place } = useTravel();
  const { corpus } = place;
  useInboxEvents(inbox);
  useEffect(() => {
    if (inbox?.latest == null) return;
    void notifyOnce(inbox.latest, () => go({ ...HOME, corpus, view: 'turned' }));
  }, [inbox, go, corpus]);
  return null;
}
