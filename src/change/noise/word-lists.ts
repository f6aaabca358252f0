/** Words that the platform has no tables of: counters, hours, zones, currencies, and what stands beside them. */

export const COUNTERS =
  `view views viewed read reads visit visits visitor visitors visited hit hits click clicks like likes liked dislikes share
shares shared follower followers following subscribers subscriber member members user users guest guests comment comments reply replies
response responses retweets reposts reaction reactions upvotes votes vote download downloads downloaded online watching listeners
viewers plays impressions pageviews reviews ratings signatures bookmarks mentions
aufruf aufrufe ansichten besucher besuche gelesen klicks leser kommentar kommentare antworten downloads zugriffe nutzer abonnenten
vue vues lectures visites visiteurs visiteur commentaire commentaires partages abonnés réponses avis téléchargements connectés
visitas visita vistas lecturas visitantes comentario comentarios compartidos seguidores descargas respuestas usuarios conectados reproducciones
visualizações leituras acessos curtidas comentário comentários compartilhamentos seguidores inscritos respostas visualizzazioni letture visite
visitatori commento commenti condivisioni utenti risposte weergaven keer bekeken lezers reacties bezoekers visningar läsningar besökare
kommentarer visninger lesere besøkende delinger katselukertaa katselua lukukertaa kommenttia kävijää wyświetleń wyświetlenia odsłon
odsłony komentarzy komentarze komentarz odwiedzin zobrazení přečtení komentářů komentáře návštěv megtekintés hozzászólás látogató
vizualizări afișări comentarii просмотр просмотра просмотров комментарий комментария комментариев посетителей лайков подписчиков
скачиваний прочтений переглядів перегляд коментарів прегледа прегледи προβολές σχόλια görüntüleme görüntülenme okunma yorum izlenme
ziyaretçi צפיות תגובות מבקרים مشاهدة مشاهدات قراءة تعليق تعليقات زيارة زيارات بازدید نظر دیدگاه बार व्यूज टिप्पणियां lượt xem
tayangan dibaca komentar pengunjung tontonan dilihat 조회 조회수 댓글 방문자 회`.split(/\s+/)
export const COUNTER_SIGNS = '阅読读閲覧览瀏浏播击擊赞讚评評次回'.split('')
export const HOURS = 'am pm uhr hrs hours h kl klo godz ora orele óra ч час'.split(' ')
export const ZONES =
  `utc gmt z cet cest bst est edt cst cdt mst mdt pst pdt msk ist jst kst aest aedt eet eest wet west mez mesz hkt sgt`.split(
    /\s+/,
  )
export const ARTICLES =
  `a an one ein eine einer einem einen un une una uno um uma unei unui een en ett ei et egy jeden jedna jednu jedne jedną
одну один одной µία μία ένα bir ett`.split(/\s+/)
export const CURRENCIES =
  `usd eur gbp chf jpy cny rub inr cad aud nzd sek nok dkk pln czk huf try brl mxn zar krw euro euros dollar dollars pound
pounds francs franken kr kč zł ft lei руб грн`.split(/\s+/)
export const LINKERS =
  'de del of the d st nd rd th do da di den año anno year year er ª º em em la le roku r г року m d'.split(
    ' ',
  )
export const DOUBTFULS =
  'may mar set out ago mai dec sep jan avg pro lis tra ara mac led kas eki dis ira ots api des ag in'.split(
    ' ',
  )
export const ROUGHLIES =
  `about over under almost nearly around approximately approx ca circa less more than etwa ungefähr rund fast knapp über mehr weniger als
environ presque plus moins de más menos que casi unos unas cerca quase mais menos circa quasi oltre più meno di około ponad prawie
около более менее почти ongeveer bijna omkring cirka över drygt knappt`.split(/\s+/)
export const VERSIONS =
  'v ver version versión versione versie wersja версия release build rev revision rfc iso'.split(' ')
export const MAGNITUDES = 'k m b mio mil mln mrd tys tis tsd тыс млн thousand million'.split(' ')
/** What a page says before the date of its own making. "As of" and "valid from" are not among them: those dates are told to readers. */
export const UPDATES =
  `updated update modified changed edited generated rendered printed retrieved accessed cached refreshed compiled built
aktualisiert aktualisierung geändert änderung bearbeitet erstellt generiert abgerufen jour modifiée modifié modification actualisé généré
actualizado actualizada actualización modificado modificada modificación generado atualizado atualizada atualização aggiornato aggiornata
aggiornamento modifica modificato bijgewerkt gewijzigd uppdaterad ändrad opdateret ændret oppdatert endret päivitetty muokattu
zaktualizowano aktualizacja modyfikacja aktualizováno aktualizácia změněno frissítve módosítva actualizat обновлено обновлён изменено
оновлено ενημέρωση güncelleme güncellendi עודכן تحديث diperbarui cập 更 修`.split(/\s+/)
