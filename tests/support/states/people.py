"""Names for tables: as long as they get, and Japanese."""

LONG = (
    *("Maximiliane-Wilhelma", "Bartholomew Longname", "Featherstonehaugh IV", "Wolfeschlegelstein A"),
    *("Anna Konstantinopoul", "Christopher Wren-Hyde", "Dorothea Eisenhammer", "Ekaterina Romanovska"),
    *("Ferdinand von Waldau", "Guadalupe Villarreal", "Hildegard Brunnquell", "Ignatius O'Shaughnes"),
    *("Jean-Baptiste Lafleu", "Konstantin Weizsäcke", "Leopoldine Habsburge", "Mikhail Dostoyevskij"),
)
JAPANESE = (
    *("花子", "太郎", "さくら", "ケンジ", "寿限無寿限無五劫の擦り切れ海砂利水魚の水", "美咲", "大輔", "ゆうこ"),
    *("アキラ", "直美", "翔", "ひろし", "麗", "トモコ", "健一郎", "蘭"),
)
STYLES = {"long": tuple(name[:20] for name in LONG), "Japanese": JAPANESE}
