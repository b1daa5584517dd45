/** Words of which one denies the other where both are said of the same thing. Compared by their stems. */
import { stem } from '../../graph/stemming.ts';

/** `a|b`: any word of one side is opposite to any word of the other. */
const ROWS: readonly string[] = [
  'increase rise grow raise elevate enhance upregulate augment|decrease reduce fall lower decline diminish drop shrink lessen downregulate attenuate',
  'promote stimulate induce facilitate accelerate encourage enable|inhibit suppress prevent block impair hinder impede repress discourage',
  'improve|worsen deteriorate impair exacerbate aggravate',
  'more|less fewer',
  'higher|lower',
  'high|low',
  'higher greater larger|lower smaller',
  'most|least fewest',
  'best|worst',
  'large big huge|small tiny little',
  'largest biggest|smallest',
  'long|short',
  'longer|shorter',
  'longest|shortest',
  'tall|short',
  'tallest|shortest',
  'old|young new',
  'older|younger newer',
  'oldest|youngest newest',
  'early|late',
  'earlier|later',
  'fast quick rapid|slow',
  'faster|slower',
  'first|last',
  'begin start|end finish stop cease',
  'open|close closed shut',
  'win|lose',
  'victory|defeat',
  'success successful successfully|failure fail unsuccessful unsuccessfully',
  'succeed|fail',
  'accept agree|reject refuse decline',
  'allow permit|forbid ban prohibit prevent',
  'include contain|exclude lack',
  'with|without',
  'present presence|absent absence',
  'alive living|dead deceased',
  'live|die',
  'born|died',
  'male man boy gentleman|female woman girl lady',
  'married|single unmarried divorced',
  'positive positively|negative negatively',
  'beneficial|harmful detrimental',
  'effective efficacious|ineffective',
  'sensitive sensitivity|resistant resistance insensitive',
  'susceptible susceptibility vulnerable|resistant resistance immune protected',
  'safe|dangerous unsafe',
  'legal|illegal',
  'possible|impossible',
  'common|rare uncommon',
  'similar same equal identical|different unequal',
  'always|never',
  'all every|none',
  'many|few',
  'before|after',
  'above over|below under underneath beneath',
  'up upward|down downward',
  'inside indoors indoor|outside outdoors outdoor',
  'in|out',
  'near close|far away distant',
  'front|back behind rear',
  'left|right',
  'top|bottom',
  'on|off',
  'day|night',
  'morning|evening night',
  'hot warm|cold cool',
  'wet|dry',
  'light bright|dark',
  'heavy|light',
  'hard|soft',
  'strong|weak',
  'rich wealthy|poor',
  'happy glad|sad unhappy',
  'clean|dirty',
  'full|empty',
  'loud noisy|quiet silent',
  'easy|difficult hard',
  'true|false',
  'right correct|wrong incorrect',
  'good|bad evil',
  'beautiful pretty|ugly',
  'thick|thin',
  'fat|thin slim skinny',
  'wide broad|narrow',
  'deep|shallow',
  'rough|smooth',
  'sharp|dull blunt',
  'cheap inexpensive|expensive costly',
  'public|private',
  'urban|rural',
  'major|minor',
  'majority|minority',
  'maximum|minimum',
  'upper|lower',
  'interior|exterior',
  'import|export',
  'buy|sell',
  'push|pull',
  'arrive|depart leave',
  'enter|exit leave',
  'ascend climb|descend',
  'love like|hate dislike',
  'remember|forget',
  'wake awake|asleep sleep',
  'sit seated|stand',
  'smile laugh|frown cry',
  'attack|defend',
  'praise praised acclaimed|criticize criticized panned',
  'support supported|oppose opposed',
  'friend|enemy',
  'ally|enemy',
  'teacher|student',
  'winner|loser',
  'protagonist hero|antagonist villain',
  'amateur|professional',
  'voluntary|involuntary',
  'ancient|modern',
  'natural|artificial',
  'fiction fictional|nonfiction factual',
  'permanent|temporary',
  'united|divided',
  'guilty|innocent',
  'guilty convicted|acquitted',
  'employed|unemployed',
  'known|unknown',
  'related|unrelated',
  'dependent|independent',
  'required necessary essential|unnecessary dispensable',
  'stable|unstable',
  'mature|immature',
  'popular|unpopular',
  'acute|chronic',
  'malignant|benign',
  'overestimate|underestimate',
  'accurate|inaccurate',
  'gain|loss lose',
  'hyper|hypo',
  'proximal|distal',
  'anterior|posterior',
  'dominant|recessive',
  'homozygous|heterozygous',
  'aerobic|anaerobic',
  'vertical|horizontal',
  'expand|contract',
  'create build|destroy demolish',
  'appear|disappear',
  'remain stay|leave',
  'hire|fire dismiss',
  'awarded|denied',
  'ended|began started',
  'former|current',
  'nearest closest|farthest furthest',
  'clockwise|counterclockwise anticlockwise',
  'solo|together',
  'empty|crowded',
  'standing|sitting lying',
  'dressed clothed|naked undressed',
  'calm|angry agitated nervous',
  'vegetarian|carnivorous',
  'predator|prey',
  'sunrise|sunset',
  'sunny|cloudy rainy',
  'lead|follow',
  'protect protects|harm endanger',
];

const OPPOSITES: ReadonlyMap<string, ReadonlySet<string>> = collect();

/** Whether affirming a word of one stem denies the other. Symmetric. */
export function areAntonyms(a: string, b: string): boolean {
  if (OPPOSITES.get(a)?.has(b)) return true;
  return isPrefixed(a, b) || isPrefixed(b, a);
}

/** "inaccurate", "unrelated", "non-toxic": the prefix denies the rest. */
function isPrefixed(a: string, b: string): boolean {
  if (b.length < 5 || !a.endsWith(b)) return false;
  return /^(?:un|in|im|ir|il|non|dis)$/.test(a.slice(0, a.length - b.length));
}

function collect(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (a: string, b: string) => {
    const set = found.get(a) ?? new Set<string>();
    found.set(a, set.add(b));
  };
  for (const row of ROWS) {
    const [left = [], right = []] = row
      .split('|')
      .map((side) => side.split(' ').map((word) => stem(word, 'en')));
    for (const a of left) {
      for (const b of right) {
        add(a, b);
        add(b, a);
      }
    }
  }
  return found;
}
