/** Words of asking and pointing in one language. They say how someone asks, and not about what. */
type AskingWords = {
  /** Framing in every query, beside the function words of the language. */
  readonly always: string
  /** Framing in a question: verbs of asking, and what a question points to. */
  readonly inQuestion: string
  /** A query with one of these is a question. */
  readonly markers: string
}

export const ENGLISH: AskingWords = {
  always:
    'a please pls hi hello hey thanks thank also just really whats wheres hows im ive id ' +
    'dont doesnt isnt cant wont t s ll ve re don doesn isn aren won couldn shouldn wouldn ' +
    'many much anyone someone somebody something anything everything thing things tell ' +
    'us may might shall must upon within every everybody everyone somebody somewhere whenever ' +
    'besides instead rather yet still ever even already one whole sure kind',
  inQuestion:
    'explain explained describe described documented mention mentioned covered show shows ' +
    'want wants need needs know wonder wondering look looking find found get gets give help ' +
    'understand learn see work works working happen happens mean means possible way ways ' +
    'use using used make makes made go goes going try trying able like exactly talk read ' +
    'information info detail details let lets say says called take put come want page pages ' +
    'section sections article documentation docs doc topic there list',
  markers:
    'how what which where when who whom whose why i me my we our us you your can could ' +
    'should would do does did is are there please tell want need whats wheres hows',
}

/** By language subtag (BCP 47). Written without accents, as the index folds them. */
export const ASKING_WORDS: Readonly<Record<string, AskingWords>> = {
  en: ENGLISH,
  de: {
    always: 'bitte danke hallo gibt gibts mal eigentlich etwas jemand man beim vom zum zur ins',
    inQuestion:
      'erklare erklaren erklart beschreibe beschreiben beschrieben zeige zeig zeigen sage sag ' +
      'erzahle finde finden findet steht stehen funktioniert funktionieren geht gehen macht ' +
      'machen mache bedeutet bedeuten heisst brauche braucht mochte will wissen weiss benutze ' +
      'benutzen benutzt verwende verwenden verwendet nutze nutzen dokumentiert seite seiten ' +
      'abschnitt dokumentation information informationen uber passiert bekomme bekommen',
    markers:
      'wie was wo wer wann warum wieso welche welcher welches ich mir mich wir kann gibt bitte',
  },
  fr: {
    always: 'svp merci bonjour comment pourquoi quand combien quel quelle quels quelles est ce y',
    inQuestion:
      'explique expliquer explication decris decrit decrite decrits decrites montre montrer dis ' +
      'parle trouver trouve trouvent marche marchent fonctionne fonctionnent fonctionner veux ' +
      'voudrais savoir sert faire fait faut besoin utiliser utilise signifie existe page pages ' +
      'section documentation information informations concernant propos peut peux dire documente',
    markers:
      'comment ou pourquoi quand quel quelle quels quelles que quoi je me moi on nous est il',
  },
  es: {
    always: 'favor gracias hola cual cuales cuanto cuantos cuando donde como porque hay',
    inQuestion:
      'explica explicar explicame describe descrito descrita descritos descritas muestra ' +
      'mostrar dime cuentame encuentro encontrar encuentra funciona funcionan funcionar quiero ' +
      'saber necesito hacer hago hace sirve usar uso utilizar utiliza significa existe pagina ' +
      'paginas seccion documentacion informacion acerca puedo puede documentado',
    markers: 'como que donde cuando cual cuales quien por puedo hay me mi yo quiero necesito dime',
  },
  pt: {
    always: 'favor obrigado ola qual quais quanto quantos quando onde como porque ha',
    inQuestion:
      'explica explicar explique descreve descrito descrita descritos descritas mostra mostrar ' +
      'diga fale conte encontro encontrar encontra funciona funcionam funcionar quero saber ' +
      'preciso fazer faco faz serve usar uso utilizar significa existe existem pagina paginas ' +
      'secao documentacao informacao informacoes acerca posso pode documentado',
    markers: 'como que onde quando qual quais quem por posso ha me eu quero preciso fale diga',
  },
  it: {
    always: 'favore grazie ciao quale quali quanto quanti quando dove come perche cosa',
    inQuestion:
      'spiega spiegare spiegami descrive descritto descritta descritti descritte mostra mostrare ' +
      'mostrami dimmi parlami trovo trovare trova funziona funzionano funzionare voglio vorrei ' +
      'sapere serve bisogno fare faccio usare uso utilizzare significa esiste esistono pagina ' +
      'pagine sezione documentazione informazioni riguardo posso puo documentato',
    markers: 'come che dove quando quale quali chi cosa perche posso mi io voglio dimmi parlami',
  },
  nl: {
    always: 'alsjeblieft graag bedankt hallo welke hoe waar wanneer waarom',
    inQuestion:
      'leg uitleggen uitleg beschrijf beschreven toon laat zien vertel vind vinden staat staan ' +
      'werkt werken betekent heet nodig wil weten gebruik gebruiken gebruikt maak maken doe ' +
      'doen krijg pagina paginas sectie documentatie informatie gedocumenteerd kan kun gaat',
    markers: 'hoe wat waar wie wanneer waarom welke ik mij me we kan is zijn vertel alsjeblieft',
  },
  ru: {
    always: 'пожалуйста спасибо привет какой какая какие какое каких сколько зачем почему где',
    inQuestion:
      'объясни объясните объяснить опиши опишите описан описана описано описаны покажи покажите ' +
      'показать расскажи расскажите найти найду находится работает работают работать хочу ' +
      'нужно надо знать значит означает использовать сделать делать делает существует есть ' +
      'страница страницы страницу раздел документация документации информация про',
    markers: 'как что где кто когда почему зачем какой какая какие какое мне я мы можно есть ли',
  },
  sv: {
    always: 'snalla tack hej vilken vilket vilka hur var varfor finns',
    inQuestion:
      'forklara beskriv beskrivs beskrivet visa beratta hitta hittar star fungerar fungera ' +
      'betyder heter behover vill veta anvander anvanda anvands gor gora far sida sidor ' +
      'avsnitt dokumentation information dokumenterat kan gar',
    markers: 'hur vad var vem nar varfor vilken vilket vilka jag mig vi kan finns ar beratta',
  },
}
