/** Words of asking and pointing in one language. They say how someone asks, and not about what. */
type AskingWords = {
  /** Framing in every query, beside the function words of the language. */
  readonly always: string
  /** Framing in a question: verbs of doing, and what a question points to. */
  readonly inQuestion: string
  /** Framing in a question, even if no other word is left: verbs of asking. */
  readonly verbs: string
  /** A query with one of these is a question. */
  readonly markers: string
}

const ENGLISH: AskingWords = {
  always:
    'a please pls hi hello hey thanks thank also just really whats wheres hows im ive id ' +
    'dont doesnt isnt cant wont t s ll ve re don doesn isn aren won couldn shouldn wouldn ' +
    'many much anyone someone somebody something anything everything thing things tell ' +
    'us may might shall must upon within every everybody everyone somebody somewhere whenever ' +
    'besides instead rather yet still ever even already one whole sure kind',
  inQuestion:
    'show shows want wants need needs know wonder wondering look looking find found get gets ' +
    'give help understand learn see possible way ways use using used make makes made go goes ' +
    'going try trying able like exactly talk read information info detail details let lets ' +
    'say says called take put come page pages section sections article documentation docs doc ' +
    'topic there list',
  verbs:
    'explain explained describe described documented mention mentioned covered work works ' +
    'working happen happens mean means',
  markers:
    'how what which where when who whom whose why i me my we our us you your can could ' +
    'should would do does did is are there please tell want need whats wheres hows',
}

/** Words of asking without a list: its function words have some, and English words mean others. */
const NONE: AskingWords = { always: '', inQuestion: '', verbs: '', markers: '' }

/** The words of asking in a language; '' for one without a list. */
export function listAskingWords(language: string): AskingWords {
  // A foreign search file may name any word as its language, `constructor` too.
  return (Object.hasOwn(ASKING_WORDS, language) ? ASKING_WORDS[language] : undefined) ?? NONE
}

/** By language subtag (BCP 47). Written without accents, as the index folds them. */
const ASKING_WORDS: Readonly<Record<string, AskingWords>> = {
  en: ENGLISH,
  // Its characters of asking are beside those of Japanese.
  zh: ENGLISH,
  de: {
    always: 'bitte danke hallo gibt gibts mal eigentlich etwas jemand man beim vom zum zur ins',
    inQuestion:
      'zeige zeig zeigen sage sag erzahle finde finden findet steht stehen geht gehen macht ' +
      'machen mache brauche braucht mochte will wissen weiss benutze benutzen benutzt ' +
      'verwende verwenden verwendet nutze nutzen seite seiten abschnitt dokumentation ' +
      'information informationen uber passiert bekomme bekommen moglich moglichkeit ' +
      'moglichkeiten kannst konnt',
    verbs:
      'erklare erklaren erklart beschreibe beschreiben beschrieben funktioniert funktionieren ' +
      'bedeutet bedeuten heisst dokumentiert',
    markers:
      'wie was wo wer wann warum wieso welche welcher welches ich mir mich wir kann gibt bitte',
  },
  fr: {
    always: 'svp merci bonjour comment pourquoi quand combien quel quelle quels quelles est ce y',
    inQuestion:
      'montre montrer dis parle trouver trouve trouvent veux voudrais savoir sert faire fait ' +
      'faut besoin utiliser utilise existe page pages section documentation information ' +
      'informations concernant propos peut peux dire doit dois doivent moyen moyens facon ' +
      'maniere possible permet',
    verbs:
      'explique expliquer explication decris decrit decrite decrits decrites marche marchent ' +
      'fonctionne fonctionnent fonctionner signifie documente',
    markers:
      'comment ou pourquoi quand quel quelle quels quelles que quoi je me moi on nous est il',
  },
  es: {
    always: 'favor gracias hola cual cuales cuanto cuantos cuando donde como porque hay',
    inQuestion:
      'manera forma posible debo debe muestra mostrar dime cuentame encuentro encontrar ' +
      'encuentra quiero saber necesito hacer hago hace sirve usar uso utilizar utiliza existe ' +
      'pagina paginas seccion documentacion informacion acerca puedo puede',
    verbs:
      'explica explicar explicame describe descrito descrita descritos descritas funciona ' +
      'funcionan funcionar significa documentado',
    markers: 'como que donde cuando cual cuales quien por puedo hay me mi yo quiero necesito dime',
  },
  pt: {
    always: 'favor obrigado ola qual quais quanto quantos quando onde como porque ha',
    inQuestion:
      'maneira forma possivel devo deve mostra mostrar diga fale conte encontro encontrar ' +
      'encontra quero saber preciso fazer faco faz serve usar uso utilizar existe existem ' +
      'pagina paginas secao documentacao informacao informacoes acerca posso pode',
    verbs:
      'explica explicar explique descreve descrito descrita descritos descritas funciona ' +
      'funcionam funcionar significa documentado',
    markers: 'como que onde quando qual quais quem por posso ha me eu quero preciso fale diga',
  },
  it: {
    always: 'favore grazie ciao quale quali quanto quanti quando dove come perche cosa',
    inQuestion:
      'modo possibile devo deve mostra mostrare mostrami dimmi parlami trovo trovare trova ' +
      'voglio vorrei sapere serve bisogno fare faccio usare uso utilizzare esiste esistono ' +
      'pagina pagine sezione documentazione informazioni riguardo posso puo',
    verbs:
      'spiega spiegare spiegami descrive descritto descritta descritti descritte funziona ' +
      'funzionano funzionare significa documentato',
    markers: 'come che dove quando quale quali chi cosa perche posso mi io voglio dimmi parlami',
  },
  nl: {
    always: 'alsjeblieft graag bedankt hallo welke hoe waar wanneer waarom',
    inQuestion:
      'manier mogelijk moet leg toon laat zien vertel vind vinden staat staan nodig wil weten ' +
      'gebruik gebruiken gebruikt maak maken doe doen krijg pagina paginas sectie ' +
      'documentatie informatie kan kun gaat',
    verbs: 'uitleggen uitleg beschrijf beschreven werkt werken betekent heet gedocumenteerd',
    markers: 'hoe wat waar wie wanneer waarom welke ik mij me we kan is zijn vertel alsjeblieft',
  },
  ru: {
    always: 'пожалуйста спасибо привет какой какая какие какое каких сколько зачем почему где',
    inQuestion:
      'покажи покажите показать расскажи расскажите найти найду находится хочу нужно надо ' +
      'знать использовать сделать делать делает существует есть страница страницы страницу ' +
      'раздел документация документации информация про узнать понять могу может можете способ ' +
      'способы',
    verbs:
      'объясни объясните объяснить опиши опишите описан описана описано описаны работает ' +
      'работают работать значит означает',
    markers: 'как что где кто когда почему зачем какой какая какие какое мне я мы можно есть ли',
  },
  sv: {
    always: 'snalla tack hej vilken vilket vilka hur var varfor finns',
    inQuestion:
      'satt mojligt maste visa beratta hitta hittar star behover vill veta anvander anvanda ' +
      'anvands gor gora far sida sidor avsnitt dokumentation information kan gar',
    verbs: 'forklara beskriv beskrivs beskrivet fungerar fungera betyder heter dokumenterat',
    markers: 'hur vad var vem nar varfor vilken vilket vilka jag mig vi kan finns ar beratta',
  },
  ja: {
    always:
      '方法 方〜 場合 必要 可能 教〜 知〜 使〜 作〜 思〜 欲〜 見〜 言〜 行〜 来〜 有〜 在〜 下〜 願〜 聞〜 人〜 ' +
      '事〜 物〜 時〜 中〜 私〜 為〜 様〜 良〜 等〜 際〜',
    inQuestion: '使用 利用 書〜',
    verbs: '説明 記載 意味 動〜 働〜',
    markers: 'か 何 ど 教 な',
  },
  ko: {
    always:
      '방법 법 어떻게 어떤 어디 어디서 언제 왜 무엇 뭐 뭔가 무슨 누가 누구 몇 알려 알려줘 알려주 주세요 주십시오 줘 ' +
      '싶어 싶어요 싶습니다 싶은데 싶은 하려면 하면 하나요 하죠 하는 해야 되나요 됩니까 되는 있나요 있는 있습니까 ' +
      '있을 있는지 없나요 수 것 때 안 좀 제발 부탁 대해 대한 대해서 위해 위한 위해서 관해 관한 그 이 저 이것 그것 ' +
      '및 또는 그리고 하지만 같은 같이 통해 따라 경우 등 더 모든 할 한 하고 합니다 해주세요 에 를 은 는',
    inQuestion:
      '사용 이용 쓰는 쓸 쓰려면 만드 만들 만들어 만들고 만드나요 만들기 찾 찾는 찾을 알고 보는 보여 문서 페이지 필요',
    verbs: '설명 의미 뜻 작동 동작',
    markers:
      '방법 법 어떻게 어떤 어디 어디서 언제 왜 무엇 뭐 무슨 누가 누구 몇 알려 주세요 줘 싶어요 싶습니다 하나요 하죠 ' +
      '되나요 있나요 수',
  },
}
