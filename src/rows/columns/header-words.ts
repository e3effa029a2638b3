/**
 * Headers of tables of other programs and people, by the field that they mean, the likeliest first:
 * of calendars, forms and spreadsheets in eight languages.
 */
type Words = readonly [field: string, words: string[]][];

/** → a header in small letters, without blanks and signs: `Start_Date` is `startdate`. */
export const fold = (header: string): string =>
  header
    .slice(0, 60)
    .normalize('NFC')
    .replace(/[\s_:*-]/g, '')
    .toLowerCase();

/** → a table of lines `field: word,word`; a line that begins with spaces goes on. */
const tableOf = (text: string): Words =>
  text
    .trim()
    .replace(/\n {2,9}/g, '')
    .split('\n')
    .map((line) => line.split(': '))
    .map(([field = '', words = '']) => [field, words.split(',').map(fold)]);

/** Headers of events. `event` may stand before each: `event_start_date`. */
export const EVENT_WORDS = tableOf(`
title: title,subject,event name,event title,event,name,display name,summary,titel,betreff,
  veranstaltung,bezeichnung,titre,objet,événement,nom,título,asunto,evento,nombre,titolo,oggetto,
  nome,onderwerp,evenement,naam,タイトル,件名,イベント名,名称
start_date: start date,date,local date,start date time,starts at,start at,date from,date start,
  datetime local,datetime,begins on,startdatum,datum,beginnt am,date de début,date début,
  fecha de inicio,fecha inicio,fecha,data di inizio,data inizio,data de início,data,begindatum,
  begint op,日付,開始日,開催日,start timestamp,start,begin,beginn,début,comienzo,inizio,início,開始日時,日時
start_time: start time,local time,time,startzeit,uhrzeit,beginnt um,heure de début,heure début,
  heure,hora de inicio,hora inicio,hora de início,hora,ora di inizio,ora inizio,ora,orario,
  begintijd,tijd,開始時間,開始時刻,時間,start,begin,beginn,début,inizio,início
end_date: end date,end date time,ends at,end at,date to,date end,ends on,enddatum,endet am,
  date de fin,date fin,fecha de finalización,fecha de fin,fecha fin,data di fine,data fine,
  data de fim,einddatum,終了日,end timestamp,end,ende,fin,fine,fim,einde,終了日時
end_time: end time,endzeit,endet um,heure de fin,heure fin,hora de finalización,hora de fin,
  hora fin,hora de fim,ora di fine,ora fine,eindtijd,終了時間,終了時刻,end,ende,fin,fine,fim,einde
all_day: all day event,all day,isallday,ganztägiges ereignis,ganztägig,journée entière,todo el día,
  evento de todo el día,giornata intera,dia inteiro,hele dag,終日
excerpt: short description,kurzbeschreibung
description: description,beschreibung,details,content,post content,body,descripción,descrizione,
  descrição,omschrijving,beschrijving,説明,内容
location: location,venue name,location name,place,veranstaltungsort,spielort,ort,nom du lieu,lieu,
  emplacement,lugar,ubicación,luogo,local,locatie,plaats,場所,会場
categories: categories,category,kategorie,kategorien,catégorie,catégories,categoría,categorías,
  categoria,categorie,カテゴリ
organizer: organizer name,organizer,organiser,meeting organizer,veranstalter,besprechungsplanung,
  organisateur,organizador,organizzatore,organisator,主催
website: website,url,website url,website link,public url,permalink,link,weblink,web,webseite,lien,
  site web,enlace,sito web
cost: cost,price,ticket price,entry price,preis,eintritt,eintrittspreis,tarif,prix,precio,prezzo,
  preço,prijs,料金
image: image url,featured image,cover url,cover,poster,photo url,bild
timezone: time zone,tz,zeitzone,fuseau horaire`);

/** Headers of places and organizers, also of members of an address. */
export const LINKED_WORDS = tableOf(`
geo: coordinates,coord,coordinate,point,latlng,geo point,coordonnées,location
address: street address,address 1,line1,freeform,street,straße,anschrift,adresse,dirección,
  indirizzo,adres,addr street,住所
city: city,locality,addresslocality,town,stadt,ville,ciudad,città,cidade,stad,addr city,ort
zip: zip,postcode,postal code,zip code,plz,postleitzahl,code postal,código postal,cap,addr postcode
country: country,addresscountry,land,pays,país,paese,addr country
stateprovince: region,addressregion,state,province,bundesland
phone: phone,telephone,telefon,téléphone,teléfono,telefono
website: website,url,website url,link,webseite,site web`);

/** Headers of coordinates in rows of places. */
export const POINT_WORDS = tableOf(`
geo_lat: lat,latitude,@lat,breitengrad,breite,latitud,latitudine
geo_lng: lng,lon,long,longitude,@lon,längengrad,länge,longitud,longitudine`);

/** Headers of yes and no by which an event is not for everybody. */
export const PRIVATE = 'private,privat,privé,privado,privato'.split(',');

/** Headers of yes and no by which an event is called off. */
export const CALLED_OFF = ['iscanceled', 'iscancelled', 'canceled', 'cancelled'];

/** Headers of words by which Outlook and Google hide events. */
export const PRIVACY = 'sensitivity visibility vertraulichkeit confidencialidad riservatezza'
  .split(' ')
  .concat('critèredediffusion', PRIVATE);

/** Words of Outlook and Google for events that are not for everybody. */
export const CLOSED = new Set(
  (
    'private personal confidential privat persönlich vertraulich privé personnel confidentiel ' +
    'privado confidencial privato personale riservato'
  ).split(' '),
);

/** Headers beside which `date` is the day on which a post was published. */
export const PUBLISHED = ['dategmt', 'dateutc', 'guid', 'modified', 'pubdate', 'globalid'];
