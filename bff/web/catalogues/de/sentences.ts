/** What the server says in English, in German. Names of a form's parts stand alone. */
export const sentences: Readonly<Record<string, string>> = {
  'A search covers your own questions, whatever their tags.':
    'Eine Suche umfasst Ihre eigenen Fragen, gleich mit welchen Schlagwörtern.',
  'A proposal names the statement that should take the place of this one.':
    'Ein Vorschlag nennt die Aussage, die an die Stelle dieser treten soll.',
  'Add the files again: those that are here already are not added twice.':
    'Fügen Sie die Dateien erneut hinzu: Was schon hier ist, wird nicht doppelt hinzugefügt.',
  'Add some first.': 'Fügen Sie zuerst welche hinzu.',
  'Add the others afterwards.': 'Fügen Sie die übrigen danach hinzu.',
  'Adding documents is not open to you on this server: everybody here asks the same corpora.':
    'Dokumente können Sie auf diesem Server nicht hinzufügen: Alle befragen hier dieselben Korpora.',
  'An annotation is a note.': 'Eine Anmerkung braucht einen Text.',
  'An answer has at most {count} tags.': 'Eine Antwort hat höchstens {count} Schlagwörter.',
  'An upload has at most {count} MiB.': 'Auf einmal lassen sich höchstens {count} MiB hochladen.',
  'An upload has at most {count} files.': 'Auf einmal lassen sich höchstens {count} Dateien hochladen.',
  'Another file of this upload has its name.': 'Eine andere hochgeladene Datei hat denselben Namen.',
  'A contribution rests on something.': 'Ein Beitrag muss auf etwas beruhen.',
  'A part of the engine did not answer.': 'Ein Teil der Engine hat nicht geantwortet.',
  'Ask again later, or in a lighter mode.': 'Fragen Sie später erneut oder in einem leichteren Modus.',
  'Ask its operator to let your organisation add documents, or to add them by adduce ingest.':
    'Bitten Sie den Betreiber, Ihrer Organisation das Hinzufügen zu erlauben oder die Dokumente mit adduce ingest hinzuzufügen.',
  'Ask its operator to let {organisation} contribute.':
    'Bitten Sie den Betreiber, {organisation} Beiträge zu erlauben.',
  'Ask the operator for an invitation.': 'Bitten Sie den Betreiber um eine Einladung.',
  'Ask the person who sent it for a new one.': 'Bitten Sie die Person, die ihn gesendet hat, um einen neuen.',
  'Ask the question again.': 'Stellen Sie die Frage erneut.',
  'Begin another one.': 'Beginnen Sie von vorn.',
  'Begin with a search, or choose another day.':
    'Beginnen Sie mit einer Suche oder wählen Sie einen anderen Tag.',
  'Call one procedure a request, as the description of this API says.':
    'Rufen Sie je Anfrage eine Prozedur auf, wie es die Beschreibung dieser API sagt.',
  'Checked sources contradict each other on this question. Both sides are shown.':
    'Geprüfte Quellen widersprechen einander bei dieser Frage. Beide Seiten werden gezeigt.',
  'Choose a document of {corpus}, or give a web address.':
    'Wählen Sie ein Dokument aus {corpus} oder geben Sie eine Webadresse an.',
  'Choose a document, or give an address that begins with https:// or http://.':
    'Wählen Sie ein Dokument oder geben Sie eine Adresse an, die mit https:// oder http:// beginnt.',
  'Choose one of the corpora that this server lists.':
    'Wählen Sie einen der Korpora, die dieser Server aufführt.',
  'Choose one of those that there are.': 'Wählen Sie einen der vorhandenen.',
  'Choose one that a document here states.': 'Wählen Sie eine, die ein Dokument hier nennt.',
  'Choose one that a document here states; where none does, add such a document first.':
    'Wählen Sie eine, die ein Dokument hier nennt; gibt es keines, fügen Sie zuerst ein solches hinzu.',
  'Copy the passage from the document, or leave it empty.':
    'Kopieren Sie die Textstelle aus dem Dokument oder lassen Sie das Feld leer.',
  'Divide it, and add its parts.': 'Teilen Sie sie und fügen Sie ihre Teile hinzu.',
  'Exporting trust reports is not part of your plan.':
    'Der Export von Vertrauensberichten gehört nicht zu Ihrem Tarif.',
  'Files of this upload are still on their way.': 'Dateien werden noch hochgeladen.',
  'Give it as year-month-day, such as 2024-05-31.': 'Geben Sie ihn als Jahr-Monat-Tag an, etwa 2024-05-31.',
  'If a page sent this, please reload it: it may be older than the server.':
    'Falls eine Seite dies gesendet hat, laden Sie sie bitte neu: Sie ist vielleicht älter als der Server.',
  'It is open to members of organisations that its operator has let contribute: ask for an invitation.':
    'Es steht Mitgliedern von Organisationen offen, denen der Betreiber Beiträge erlaubt hat: Bitten Sie um eine Einladung.',
  'Its name has no extension.': 'Ihr Name hat keine Endung.',
  'Its name {why}.': 'Ihr Name ist nicht verwendbar: {why}.',
  'Its operator adds them: adduce ingest FOLDER --corpus NAME.':
    'Der Betreiber fügt sie hinzu: adduce ingest FOLDER --corpus NAME.',
  'Its operator can take them by the API of agents.':
    'Der Betreiber kann sie über die API für Agenten annehmen.',
  'Its operator has to let it.': 'Der Betreiber muss es ihm erlauben.',
  'Its operator has to renew the key.': 'Der Betreiber muss den Schlüssel erneuern.',
  'Leave out the tag and the organisation.': 'Lassen Sie das Schlagwort und die Organisation weg.',
  'Leave the passage empty, or choose the newest version of it.':
    'Lassen Sie die Textstelle leer oder wählen Sie die neueste Fassung des Dokuments.',
  'Name a document here, or a page of the web and its words.':
    'Nennen Sie ein Dokument von hier oder eine Webseite und ihren Wortlaut.',
  'No reader knows “.{extension}” files.': 'Kein Leser kennt „.{extension}“-Dateien.',
  'Only the operator can say whether it was replaced on purpose.':
    'Nur der Betreiber kann sagen, ob es absichtlich ersetzt wurde.',
  'Open it again: what was sent first is in the ledger.':
    'Öffnen Sie es erneut: Was zuerst gesendet wurde, steht im Belegbuch.',
  'Open the answer again, and choose its newest version.':
    'Öffnen Sie die Antwort erneut und wählen Sie die neueste Fassung des Dokuments.',
  'Open the answer again, and choose one of its statements.':
    'Öffnen Sie die Antwort erneut und wählen Sie eine ihrer Aussagen.',
  'Other uploads are still under way.': 'Andere Uploads laufen noch.',
  'Please check it.': 'Bitte prüfen Sie die Angabe.',
  'Please fill it in.': 'Bitte füllen Sie das Feld aus.',
  'Please remove some of them first.': 'Bitte entfernen Sie zuerst einige.',
  'Please remove some of them.': 'Bitte entfernen Sie einige davon.',
  'Please shorten it.': 'Bitte kürzen Sie den Text.',
  'Please try again in a moment.': 'Bitte versuchen Sie es gleich noch einmal.',
  'Please try again in a moment; your history and saved answers are still here.':
    'Bitte versuchen Sie es gleich noch einmal; Ihr Verlauf und Ihre gespeicherten Antworten sind weiterhin hier.',
  'Please try again, or ask something narrower.':
    'Bitte versuchen Sie es erneut oder stellen Sie eine engere Frage.',
  'Please try again; if it happens again, tell the operator what you did.':
    'Bitte versuchen Sie es erneut; geschieht es wieder, sagen Sie dem Betreiber, was Sie getan haben.',
  'Quote the passage that says so, word for word.':
    'Zitieren Sie die Textstelle, die es sagt, Wort für Wort.',
  'Rename it, and add it again.': 'Benennen Sie sie um und fügen Sie sie erneut hinzu.',
  'Rename one of them, and add it again.': 'Benennen Sie eine der beiden um und fügen Sie sie erneut hinzu.',
  'Revoke one that is no longer needed.': 'Widerrufen Sie einen, der nicht mehr gebraucht wird.',
  'Shared history is not part of your plan.': 'Ein gemeinsamer Verlauf gehört nicht zu Ihrem Tarif.',
  'Something went wrong here.': 'Hier ist ein Fehler aufgetreten.',
  'Something went wrong in the engine.': 'In der Engine ist ein Fehler aufgetreten.',
  'Stop watching one that no longer matters.': 'Beobachten Sie eine nicht mehr, die nicht mehr wichtig ist.',
  'Tell its operator, and go on when there is room: what was sent is still there.':
    'Sagen Sie es dem Betreiber und fahren Sie fort, sobald Platz ist: Was gesendet wurde, ist noch da.',
  'Tell the operator: what the engine sent is not what its log holds.':
    'Sagen Sie es dem Betreiber: Was die Engine gesendet hat, steht so nicht in ihrem Protokoll.',
  'That page of the list does not exist.': 'Diese Seite der Liste gibt es nicht.',
  'That statement is not one of this answer.': 'Diese Aussage gehört nicht zu dieser Antwort.',
  'The answer was held back: its receipt does not verify.':
    'Die Antwort wurde zurückgehalten: Ihre Quittung lässt sich nicht bestätigen.',
  "The answer was held back: the engine's log is not the one that was verified before.":
    'Die Antwort wurde zurückgehalten: Das Protokoll der Engine ist nicht das zuvor geprüfte.',
  'The body is not JSON.': 'Der Inhalt ist kein JSON.',
  'The day of “as known” is not a date.': 'Der Tag des Wissensstands ist kein Datum.',
  'The document has changed since this form was opened.':
    'Das Dokument hat sich geändert, seit dieses Formular geöffnet wurde.',
  'The engine cannot be reached right now.': 'Die Engine ist gerade nicht erreichbar.',
  'The engine could not show this.': 'Die Engine konnte dies nicht anzeigen.',
  'The engine has been out of reach for a while: service is degraded.':
    'Die Engine ist seit einer Weile nicht erreichbar: Der Dienst ist eingeschränkt.',
  'The engine is out of reach.': 'Die Engine ist nicht erreichbar.',
  'The engine refused the request: {message}.': 'Die Engine hat die Anfrage abgelehnt: {message}.',
  'The engine takes no more requests at this moment.': 'Die Engine nimmt gerade keine weiteren Anfragen an.',
  'The engine took too long to answer.': 'Die Engine hat zu lange für die Antwort gebraucht.',
  'The file is empty.': 'Die Datei ist leer.',
  'The file is larger than {count} MiB.': 'Die Datei ist größer als {count} MiB.',
  'The receipt can be downloaded.': 'Die Quittung kann heruntergeladen werden.',
  'The records are in use by another program right now.':
    'Die Aufzeichnungen werden gerade von einem anderen Programm benutzt.',
  'The records are in use by others right now.': 'Die Aufzeichnungen werden gerade von anderen benutzt.',
  'The records cannot be reached right now.': 'Die Aufzeichnungen sind gerade nicht erreichbar.',
  'The request cannot be read.': 'Die Anfrage ist nicht lesbar.',
  'The server has no room left on its disk for this file.':
    'Der Server hat auf seinem Datenträger keinen Platz mehr für diese Datei.',
  'The text of “{title}” cannot be read here, so its words cannot be checked.':
    'Der Text von „{title}“ ist hier nicht lesbar; sein Wortlaut kann daher nicht geprüft werden.',
  'The {part} is too long: at most {count} characters are allowed.':
    '{part}: zu lang; höchstens {count} Zeichen sind erlaubt.',
  'The {part} is empty.': '{part}: Das Feld ist leer.',
  'The {part} cannot be read.': '{part}: Die Angabe ist nicht lesbar.',
  question: 'Frage',
  title: 'Titel',
  folder: 'Ordner',
  tag: 'Schlagwort',
  'name of the corpus': 'Name des Korpus',
  note: 'Anmerkung',
  passage: 'Textstelle',
  'There is no corpus of that name here, and you may not begin one.':
    'Hier gibt es keinen Korpus dieses Namens, und Sie dürfen keinen beginnen.',
  'There is no corpus of that name here.': 'Hier gibt es keinen Korpus dieses Namens.',
  'There is no such answer in your history.': 'Diese Antwort steht nicht in Ihrem Verlauf.',
  'There is no such answer.': 'Diese Antwort gibt es nicht.',
  'There is no such claim or document here, as of that day.':
    'Diese Aussage oder dieses Dokument gibt es hier an diesem Tag nicht.',
  'There is no such document in the corpus of this answer.':
    'Dieses Dokument gibt es im Korpus dieser Antwort nicht.',
  'There is no such link.': 'Diesen Link gibt es nicht.',
  'There is no such question in your history.': 'Diese Frage steht nicht in Ihrem Verlauf.',
  'There is no such saved answer.': 'Diese gespeicherte Antwort gibt es nicht.',
  'There is no such statement here.': 'Diese Aussage gibt es hier nicht.',
  'There is no such upload.': 'Diesen Upload gibt es nicht.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'There is nothing of that name here.': 'Hier gibt es nichts dieses Namens.',
  'These are read: {kinds}.': 'Gelesen werden: {kinds}.',
  'These words do not stand in “{title}”.': 'Dieser Wortlaut steht nicht in „{title}“.',
  'This form was sent before with other words.': 'Dieses Formular wurde schon mit anderem Wortlaut gesendet.',
  'This invitation has ended, or it is not from this server.':
    'Diese Einladung ist abgelaufen oder nicht von diesem Server.',
  'This link was revoked, or it is not whole.': 'Dieser Link wurde widerrufen oder ist unvollständig.',
  'This server does not answer under that name.': 'Dieser Server antwortet unter diesem Namen nicht.',
  'This server has too much under way at this moment.': 'Dieser Server ist gerade ausgelastet.',
  'This server is not allowed to ask the engine.': 'Dieser Server darf die Engine nicht befragen.',
  'This server is not allowed to do that.': 'Dieser Server darf das nicht.',
  'This server may not read that corpus.': 'Dieser Server darf diesen Korpus nicht lesen.',
  'This server may not write to the ledger.': 'Dieser Server darf nicht in das Belegbuch schreiben.',
  'This server shows answers and takes no contributions.':
    'Dieser Server zeigt Antworten und nimmt keine Beiträge an.',
  'This server takes no documents from its page.': 'Dieser Server nimmt über seine Seite keine Dokumente an.',
  'This upload has no files that can be read.': 'Keine der hochgeladenen Dateien ist lesbar.',
  'This upload takes no more files.': 'Dieser Upload nimmt keine Dateien mehr an.',
  'Too many requests in a short time.': 'Zu viele Anfragen in kurzer Zeit.',
  'Too much is under way for you at this moment.': 'Für Sie läuft gerade zu viel gleichzeitig.',
  'Wait a moment, then try again.': 'Warten Sie einen Moment und versuchen Sie es dann erneut.',
  'Wait until one has ended, or cancel one.': 'Warten Sie, bis einer beendet ist, oder brechen Sie einen ab.',
  'Wait until something of it has finished, then try again.':
    'Warten Sie, bis etwas davon fertig ist, und versuchen Sie es dann erneut.',
  'What a page of the web says is not stored here.': 'Was eine Webseite sagt, ist hier nicht gespeichert.',
  'What is known here is older than this question allows.':
    'Was hier bekannt ist, ist älter, als diese Frage erlaubt.',
  'What it rests on is neither a document here nor a web address.':
    'Worauf es beruht, ist weder ein Dokument von hier noch eine Webadresse.',
  'What was chosen is not another known statement.': 'Das Gewählte ist keine andere bekannte Aussage.',
  'Write it, then check again.': 'Schreiben Sie sie und prüfen Sie erneut.',
  'Writes are accepted from this page only.': 'Geschrieben werden kann nur von dieser Seite aus.',
  'Writing to the ledger is not open to you on this server.':
    'Auf diesem Server können Sie nicht in das Belegbuch schreiben.',
  'You have 200 links, which is as many as there may be.': 'Sie haben 200 Links; mehr sind nicht möglich.',
  'You watch 100 questions, which is as many as there may be.':
    'Sie beobachten 100 Fragen; mehr sind nicht möglich.',
  'You watch no such question.': 'Sie beobachten keine solche Frage.',
  'Your history and saved answers are still here; this page says when the engine is back.':
    'Ihr Verlauf und Ihre gespeicherten Antworten sind weiterhin hier; diese Seite sagt, wenn die Engine wieder da ist.',
  'A request has at most {count} bytes.': 'Eine Anfrage hat höchstens {count} Bytes.',
  'has a character that no file name holds': 'er hat ein Zeichen, das in Dateinamen nicht vorkommt',
  'is a path of another system': 'er ist ein Pfad eines anderen Systems',
  'leads out of its folder': 'er führt aus seinem Ordner hinaus',
  'is hidden, or of installed packages': 'er ist verborgen oder gehört zu installierten Paketen',
  'is longer than {bytes} bytes, or {all} with its folders':
    'er ist länger als {bytes} Bytes oder mit seinen Ordnern länger als {all}',
  'is in more than {count} folders': 'er liegt in mehr als {count} Ordnern',
  'finds documents better ({measure}: {with} instead of {without}) and answers a few more questions':
    'findet Dokumente besser ({measure}: {with} statt {without}) und beantwortet ein paar Fragen mehr',
  'That needs the role of {needed} in {organisation}; yours is {role}.':
    'Dafür brauchen Sie in {organisation} die Rolle {needed}; Ihre ist {role}.',
  'Ask a curator of {organisation}, or the operator.':
    'Bitten Sie eine Person, die {organisation} verwaltet, oder den Betreiber.',
  'Sign in to contribute, if your organisation may.':
    'Melden Sie sich an, um beizutragen, falls Ihre Organisation das darf.',
  'Sign in to add documents, if your organisation may.':
    'Melden Sie sich an, um Dokumente hinzuzufügen, falls Ihre Organisation das darf.',
  'Sign in to begin a corpus, if your organisation may.':
    'Melden Sie sich an, um ein Korpus anzulegen, falls Ihre Organisation das darf.',
  'Sign in to export trust reports, if your organisation may.':
    'Melden Sie sich an, um Vertrauensberichte zu exportieren, falls Ihre Organisation das darf.',
  'Ask who sent it for a new one.': 'Bitten Sie die Person, von der sie kommt, um eine neue.',
  'Sign in again.': 'Melden Sie sich noch einmal an.',
  'The sign-in was not completed.': 'Die Anmeldung wurde nicht abgeschlossen.',
  'This sign-in took too long, was used before, or was begun in another browser.':
    'Diese Anmeldung hat zu lange gedauert, wurde schon benutzt oder in einem anderen Browser begonnen.',
  'The sign-in service cannot be reached right now.': 'Der Anmeldedienst ist gerade nicht erreichbar.',
  'Please try again in a moment; without signing in, everything else works.':
    'Bitte versuchen Sie es gleich noch einmal; ohne Anmeldung funktioniert alles andere.',
  'Signing in is not set up correctly on this server.':
    'Die Anmeldung ist auf diesem Server nicht richtig eingerichtet.',
  'Its operator finds the reason in the log of the service; without signing in, everything else works.':
    'Sein Betreiber findet den Grund im Protokoll des Dienstes; ohne Anmeldung funktioniert alles andere.',
  'What the sign-in service says of you could not be verified.':
    'Was der Anmeldedienst über Sie sagt, ließ sich nicht verifizieren.',
  'Sign in again; if it fails again, tell the operator.':
    'Melden Sie sich noch einmal an; wenn es wieder nicht gelingt, sagen Sie es dem Betreiber.',
  'A sign-in leads back to this page alone.': 'Eine Anmeldung führt nur auf diese Seite zurück.',
  'This address takes GET.': 'Diese Adresse nimmt GET an.',
  'There is no sign-in on this server.': 'Auf diesem Server gibt es keine Anmeldung.',
  'The identity provider gives this member the role.': 'Der Anmeldedienst gibt diesem Mitglied die Rolle.',
  'Change the groups of the person there; it counts from the next sign-in on.':
    'Ändern Sie dort die Gruppen der Person; es gilt ab der nächsten Anmeldung.',
  'There is no such member.': 'Es gibt kein solches Mitglied.',
  'You belong to no organisation of that name.': 'Sie gehören zu keiner Organisation dieses Namens.',
  'Only a person who has signed in manages {organisation}.':
    'Nur wer sich angemeldet hat, verwaltet {organisation}.',
  'Sign in to manage {organisation}.': 'Melden Sie sich an, um {organisation} zu verwalten.',
};
