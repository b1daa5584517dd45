/** The language of the page: what is shown stays, and its words change. */
import { type ReactNode, useId, useState } from 'react';
import { chooseLanguage, useLanguage } from './catalogues/chosen-language.ts';
import { LANGUAGES } from './catalogues/language.ts';
import { sayShell } from './catalogues/shell.ts';

/** Each in its own language, for those who cannot read the present one. */
const NAMES = { en: 'English', de: 'Deutsch', es: 'Español' } as const;

export function LanguageSwitch(): ReactNode {
  const id = useId();
  const tag = useLanguage();
  const [isFailed, setFailed] = useState(false);
  const choose = (value: string): void => {
    const chosen = LANGUAGES.find((one) => one === value);
    if (chosen === undefined) return;
    setFailed(false);
    void chooseLanguage(chosen).catch(() => setFailed(true));
  };
  return (
    <div className="language">
      <label htmlFor={id} className="unseen">
        {sayShell('language')}
      </label>
      <select id={id} value={tag} onChange={({ target }) => choose(target.value)}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {NAMES[one]}
          </option>
        ))}
        {LANGUAGES.every((one) => one !== tag) && <option value={tag}>{tag}</option>}
      </select>
      {isFailed && (
        <p role="alert" className="problem">
          {sayShell('languageFailed')}
        </p>
      )}
    </div>
  );
}
