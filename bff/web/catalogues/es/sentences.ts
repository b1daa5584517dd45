/** What the server says in English, in Spanish. Names of a form's parts stand alone. */
export const sentences: Readonly<Record<string, string>> = {
  'A search covers your own questions, whatever their tags.':
    'Una búsqueda abarca sus propias preguntas, sean cuales sean sus etiquetas.',
  'A proposal names the statement that should take the place of this one.':
    'Una propuesta indica la afirmación que debería ocupar el lugar de esta.',
  'Add the files again: those that are here already are not added twice.':
    'Añada los archivos de nuevo: los que ya están aquí no se añaden dos veces.',
  'Add some first.': 'Añada antes algunos.',
  'Add the others afterwards.': 'Añada los demás después.',
  'Adding documents is not open to you on this server: everybody here asks the same corpora.':
    'En este servidor no puede añadir documentos: aquí todos preguntan a los mismos corpus.',
  'An annotation is a note.': 'Una anotación es una nota.',
  'An answer has at most {count} tags.': 'Una respuesta tiene como máximo {count} etiquetas.',
  'An upload has at most {count} MiB.': 'Una subida tiene como máximo {count} MiB.',
  'An upload has at most {count} files.': 'Una subida tiene como máximo {count} archivos.',
  'Another file of this upload has its name.': 'Otro archivo de esta subida tiene el mismo nombre.',
  'A contribution rests on something.': 'Una aportación debe basarse en algo.',
  'A part of the engine did not answer.': 'Una parte del motor no ha respondido.',
  'Ask again later, or in a lighter mode.': 'Pregunte más tarde o en un modo más ligero.',
  'Ask its operator to let your organisation add documents, or to add them by adduce ingest.':
    'Pida a su operador que permita a su organización añadir documentos, o que los añada con adduce ingest.',
  'Ask its operator to let {organisation} contribute.':
    'Pida a su operador que permita aportar a {organisation}.',
  'Ask the operator for an invitation.': 'Pida una invitación al operador.',
  'Ask the person who sent it for a new one.': 'Pida uno nuevo a la persona que lo envió.',
  'Ask the question again.': 'Haga la pregunta de nuevo.',
  'Begin another one.': 'Empiece otra.',
  'Begin with a search, or choose another day.': 'Empiece con una búsqueda o elija otro día.',
  'Call one procedure a request, as the description of this API says.':
    'Llame a un procedimiento por solicitud, como dice la descripción de esta API.',
  'Checked sources contradict each other on this question. Both sides are shown.':
    'Fuentes comprobadas se contradicen en esta pregunta. Se muestran ambos lados.',
  'Choose a document of {corpus}, or give a web address.':
    'Elija un documento de {corpus} o indique una dirección web.',
  'Choose a document, or give an address that begins with https:// or http://.':
    'Elija un documento o indique una dirección que empiece por https:// o http://.',
  'Choose one of the corpora that this server lists.': 'Elija uno de los corpus que muestra este servidor.',
  'Choose one of those that there are.': 'Elija uno de los que hay.',
  'Choose one that a document here states.': 'Elija una que enuncie un documento de aquí.',
  'Choose one that a document here states; where none does, add such a document first.':
    'Elija una que enuncie un documento de aquí; si no hay ninguno, añada antes uno.',
  'Copy the passage from the document, or leave it empty.': 'Copie el pasaje del documento o déjelo vacío.',
  'Divide it, and add its parts.': 'Divídalo y añada sus partes.',
  'Exporting trust reports is not part of your plan.':
    'La exportación de informes de confianza no forma parte de su plan.',
  'Files of this upload are still on their way.': 'Todavía hay archivos de esta subida en camino.',
  'Give it as year-month-day, such as 2024-05-31.': 'Indíquelo como año-mes-día, por ejemplo 2024-05-31.',
  'If a page sent this, please reload it: it may be older than the server.':
    'Si lo ha enviado una página, vuelva a cargarla: puede ser más antigua que el servidor.',
  'It is open to members of organisations that its operator has let contribute: ask for an invitation.':
    'Está abierto a los miembros de organizaciones a las que su operador ha permitido aportar: pida una invitación.',
  'Its name has no extension.': 'Su nombre no tiene extensión.',
  'Its name {why}.': 'Su nombre no sirve: {why}.',
  'Its operator adds them: adduce ingest FOLDER --corpus NAME.':
    'Las añade su operador: adduce ingest FOLDER --corpus NAME.',
  'Its operator can take them by the API of agents.':
    'Su operador puede aceptarlas mediante la API de agentes.',
  'Its operator has to let it.': 'Su operador tiene que permitírselo.',
  'Its operator has to renew the key.': 'Su operador tiene que renovar la clave.',
  'Leave out the tag and the organisation.': 'Omita la etiqueta y la organización.',
  'Leave the passage empty, or choose the newest version of it.':
    'Deje vacío el pasaje o elija su versión más reciente.',
  'Name a document here, or a page of the web and its words.':
    'Indique un documento de aquí, o una página web y sus palabras.',
  'No reader knows “.{extension}” files.': 'Ningún lector conoce los archivos «.{extension}».',
  'Only the operator can say whether it was replaced on purpose.':
    'Solo el operador puede decir si se ha sustituido a propósito.',
  'Open it again: what was sent first is in the ledger.':
    'Ábralo de nuevo: lo que se envió primero está en el libro de evidencia.',
  'Open the answer again, and choose its newest version.':
    'Abra de nuevo la respuesta y elija su versión más reciente.',
  'Open the answer again, and choose one of its statements.':
    'Abra de nuevo la respuesta y elija una de sus afirmaciones.',
  'Other uploads are still under way.': 'Todavía hay otras subidas en curso.',
  'Please check it.': 'Compruébelo.',
  'Please fill it in.': 'Rellénelo.',
  'Please remove some of them first.': 'Quite antes algunas.',
  'Please remove some of them.': 'Quite algunas.',
  'Please shorten it.': 'Acórtelo.',
  'Please try again in a moment.': 'Inténtelo de nuevo dentro de un momento.',
  'Please try again in a moment; your history and saved answers are still here.':
    'Inténtelo de nuevo dentro de un momento; su historial y sus respuestas guardadas siguen aquí.',
  'Please try again, or ask something narrower.': 'Inténtelo de nuevo o haga una pregunta más concreta.',
  'Please try again; if it happens again, tell the operator what you did.':
    'Inténtelo de nuevo; si vuelve a ocurrir, diga al operador qué ha hecho.',
  'Quote the passage that says so, word for word.': 'Cite el pasaje que lo dice, palabra por palabra.',
  'Rename it, and add it again.': 'Cámbiele el nombre y añádalo de nuevo.',
  'Rename one of them, and add it again.': 'Cambie el nombre de uno de ellos y añádalo de nuevo.',
  'Revoke one that is no longer needed.': 'Revoque uno que ya no haga falta.',
  'Shared history is not part of your plan.': 'El historial compartido no forma parte de su plan.',
  'Something went wrong here.': 'Se ha producido un error aquí.',
  'Something went wrong in the engine.': 'Se ha producido un error en el motor.',
  'Stop watching one that no longer matters.': 'Deje de seguir una que ya no importe.',
  'Tell its operator, and go on when there is room: what was sent is still there.':
    'Dígaselo a su operador y continúe cuando haya espacio: lo que se envió sigue allí.',
  'Tell the operator: what the engine sent is not what its log holds.':
    'Dígaselo al operador: lo que envió el motor no es lo que contiene su registro.',
  'That page of the list does not exist.': 'Esa página de la lista no existe.',
  'That statement is not one of this answer.': 'Esa afirmación no es de esta respuesta.',
  'The answer was held back: its receipt does not verify.':
    'La respuesta se ha retenido: su recibo no se puede verificar.',
  "The answer was held back: the engine's log is not the one that was verified before.":
    'La respuesta se ha retenido: el registro del motor no es el que se verificó antes.',
  'The body is not JSON.': 'El contenido no es JSON.',
  'The day of “as known” is not a date.': 'El día de «según lo conocido» no es una fecha.',
  'The document has changed since this form was opened.':
    'El documento ha cambiado desde que se abrió este formulario.',
  'The engine cannot be reached right now.': 'Ahora mismo no se puede acceder al motor.',
  'The engine could not show this.': 'El motor no ha podido mostrar esto.',
  'The engine has been out of reach for a while: service is degraded.':
    'No se puede acceder al motor desde hace un rato: el servicio está limitado.',
  'The engine is out of reach.': 'No se puede acceder al motor.',
  'The engine refused the request: {message}.': 'El motor ha rechazado la solicitud: {message}.',
  'The engine takes no more requests at this moment.': 'El motor no admite más solicitudes en este momento.',
  'The engine took too long to answer.': 'El motor ha tardado demasiado en responder.',
  'The file is empty.': 'El archivo está vacío.',
  'The file is larger than {count} MiB.': 'El archivo supera los {count} MiB.',
  'The receipt can be downloaded.': 'El recibo se puede descargar.',
  'The records are in use by another program right now.':
    'Otro programa está usando los datos en este momento.',
  'The records are in use by others right now.': 'Otros están usando los datos en este momento.',
  'The records cannot be reached right now.': 'Ahora mismo no se puede acceder a los datos.',
  'The request cannot be read.': 'La solicitud no se puede leer.',
  'The server has no room left on its disk for this file.':
    'El servidor no tiene espacio en el disco para este archivo.',
  'The text of “{title}” cannot be read here, so its words cannot be checked.':
    'El texto de «{title}» no se puede leer aquí, así que no se pueden comprobar sus palabras.',
  'The {part} is too long: at most {count} characters are allowed.':
    '{part}: demasiado largo; se permiten como máximo {count} caracteres.',
  'The {part} is empty.': '{part}: el campo está vacío.',
  'The {part} cannot be read.': '{part}: no se puede leer.',
  question: 'Pregunta',
  title: 'Título',
  folder: 'Carpeta',
  tag: 'Etiqueta',
  'name of the corpus': 'Nombre del corpus',
  note: 'Nota',
  passage: 'Pasaje',
  'There is no corpus of that name here, and you may not begin one.':
    'Aquí no hay ningún corpus con ese nombre, y usted no puede empezar uno.',
  'There is no corpus of that name here.': 'Aquí no hay ningún corpus con ese nombre.',
  'There is no such answer in your history.': 'No hay tal respuesta en su historial.',
  'There is no such answer.': 'No hay tal respuesta.',
  'There is no such claim or document here, as of that day.':
    'Aquí no hay tal afirmación ni documento en ese día.',
  'There is no such document in the corpus of this answer.':
    'No hay tal documento en el corpus de esta respuesta.',
  'There is no such link.': 'No hay tal enlace.',
  'There is no such question in your history.': 'No hay tal pregunta en su historial.',
  'There is no such saved answer.': 'No hay tal respuesta guardada.',
  'There is no such statement here.': 'Aquí no hay tal afirmación.',
  'There is no such upload.': 'No hay tal subida.',
  'There is nothing at this address.': 'No hay nada en esta dirección.',
  'There is nothing of that name here.': 'Aquí no hay nada con ese nombre.',
  'These are read: {kinds}.': 'Se leen: {kinds}.',
  'These words do not stand in “{title}”.': 'Estas palabras no figuran en «{title}».',
  'This form was sent before with other words.': 'Este formulario ya se envió antes con otras palabras.',
  'This invitation has ended, or it is not from this server.':
    'Esta invitación ha caducado o no es de este servidor.',
  'This link was revoked, or it is not whole.': 'Este enlace se revocó o no está completo.',
  'This server does not answer under that name.': 'Este servidor no responde con ese nombre.',
  'This server has too much under way at this moment.':
    'Este servidor tiene demasiado en curso en este momento.',
  'This server is not allowed to ask the engine.': 'Este servidor no tiene permiso para preguntar al motor.',
  'This server is not allowed to do that.': 'Este servidor no tiene permiso para hacer eso.',
  'This server may not read that corpus.': 'Este servidor no puede leer ese corpus.',
  'This server may not write to the ledger.': 'Este servidor no puede escribir en el libro de evidencia.',
  'This server shows answers and takes no contributions.':
    'Este servidor muestra respuestas y no acepta aportaciones.',
  'This server takes no documents from its page.': 'Este servidor no acepta documentos desde su página.',
  'This upload has no files that can be read.': 'Esta subida no tiene archivos que se puedan leer.',
  'This upload takes no more files.': 'Esta subida no admite más archivos.',
  'Too many requests in a short time.': 'Demasiadas solicitudes en poco tiempo.',
  'Too much is under way for you at this moment.': 'En este momento tiene demasiado en curso.',
  'Wait a moment, then try again.': 'Espere un momento e inténtelo de nuevo.',
  'Wait until one has ended, or cancel one.': 'Espere a que termine una o cancele una.',
  'Wait until something of it has finished, then try again.':
    'Espere a que termine algo e inténtelo de nuevo.',
  'What a page of the web says is not stored here.': 'Lo que dice una página web no está guardado aquí.',
  'What is known here is older than this question allows.':
    'Lo que se conoce aquí es más antiguo de lo que permite esta pregunta.',
  'What it rests on is neither a document here nor a web address.':
    'Aquello en lo que se basa no es ni un documento de aquí ni una dirección web.',
  'What was chosen is not another known statement.': 'Lo elegido no es otra afirmación conocida.',
  'Write it, then check again.': 'Escríbala y vuelva a comprobar.',
  'Writes are accepted from this page only.': 'Solo se aceptan escrituras desde esta página.',
  'Writing to the ledger is not open to you on this server.':
    'En este servidor no puede escribir en el libro de evidencia.',
  'You have 200 links, which is as many as there may be.': 'Tiene 200 enlaces, que es el máximo.',
  'You watch 100 questions, which is as many as there may be.': 'Sigue 100 preguntas, que es el máximo.',
  'You watch no such question.': 'No sigue tal pregunta.',
  'Your history and saved answers are still here; this page says when the engine is back.':
    'Su historial y sus respuestas guardadas siguen aquí; esta página avisa cuando vuelva el motor.',
  'A request has at most {count} bytes.': 'Una solicitud tiene como máximo {count} bytes.',
  'has a character that no file name holds': 'tiene un carácter que no cabe en un nombre de archivo',
  'is a path of another system': 'es una ruta de otro sistema',
  'leads out of its folder': 'sale de su carpeta',
  'is hidden, or of installed packages': 'está oculto o es de paquetes instalados',
  'is longer than {bytes} bytes, or {all} with its folders':
    'supera los {bytes} bytes, o {all} con sus carpetas',
  'is in more than {count} folders': 'está en más de {count} carpetas',
  'finds documents better ({measure}: {with} instead of {without}) and answers a few more questions':
    'encuentra mejor los documentos ({measure}: {with} en lugar de {without}) y responde a algunas preguntas más',
  'That needs the role of {needed} in {organisation}; yours is {role}.':
    'Eso requiere el papel {needed} en {organisation}; el suyo es {role}.',
  'Ask a curator of {organisation}, or the operator.':
    'Pídaselo a quien gestiona {organisation} o al operador.',
  'Sign in to contribute, if your organisation may.':
    'Inicie sesión para contribuir, si su organización puede hacerlo.',
  'Sign in to add documents, if your organisation may.':
    'Inicie sesión para añadir documentos, si su organización puede hacerlo.',
  'Sign in to begin a corpus, if your organisation may.':
    'Inicie sesión para crear un corpus, si su organización puede hacerlo.',
  'Sign in to export trust reports, if your organisation may.':
    'Inicie sesión para exportar informes de confianza, si su organización puede hacerlo.',
  'Ask who sent it for a new one.': 'Pida una nueva a quien la envió.',
  'Sign in again.': 'Inicie sesión de nuevo.',
  'The sign-in was not completed.': 'El inicio de sesión no se completó.',
  'This sign-in took too long, was used before, or was begun in another browser.':
    'Este inicio de sesión tardó demasiado, ya se había usado o comenzó en otro navegador.',
  'The sign-in service cannot be reached right now.':
    'El servicio de inicio de sesión no está disponible ahora.',
  'Please try again in a moment; without signing in, everything else works.':
    'Inténtelo de nuevo en un momento; sin iniciar sesión, todo lo demás funciona.',
  'Signing in is not set up correctly on this server.':
    'El inicio de sesión no está bien configurado en este servidor.',
  'Its operator finds the reason in the log of the service; without signing in, everything else works.':
    'Su operador encuentra el motivo en el registro del servicio; sin iniciar sesión, todo lo demás funciona.',
  'What the sign-in service says of you could not be verified.':
    'No se pudo verificar lo que el servicio de inicio de sesión dice de usted.',
  'Sign in again; if it fails again, tell the operator.':
    'Inicie sesión de nuevo; si vuelve a fallar, avise al operador.',
  'A sign-in leads back to this page alone.': 'Un inicio de sesión solo vuelve a esta página.',
  'This address takes GET.': 'Esta dirección acepta GET.',
  'There is no sign-in on this server.': 'En este servidor no se inicia sesión.',
  'The identity provider gives this member the role.':
    'El proveedor de identidad da el papel a este miembro.',
  'Change the groups of the person there; it counts from the next sign-in on.':
    'Cambie allí los grupos de la persona; vale desde su próximo inicio de sesión.',
  'There is no such member.': 'No hay tal miembro.',
  'You belong to no organisation of that name.': 'No pertenece a ninguna organización de ese nombre.',
  'Only a person who has signed in manages {organisation}.':
    'Solo quien ha iniciado sesión gestiona {organisation}.',
  'Sign in to manage {organisation}.': 'Inicie sesión para gestionar {organisation}.',
};
